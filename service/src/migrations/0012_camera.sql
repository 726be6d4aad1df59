-- Cameras and the apps that run on their pictures. Requirements CAM-01 to CAM-15, APP-01.
create table camera (
  tenant_id     uuid not null references tenant (id),
  id            uuid not null default uuidv7(),
  name          text not null check (length(name) between 1 and 80),
  description   text not null check (length(description) between 1 and 500),
  -- AXIS: app on the camera. AXIS_AGENT: an Axis stream analysed by the hub. UNKNOWN: any RTSP camera.
  type          text not null check (type in ('QWATCH', 'AXIS', 'AXIS_AGENT', 'UNKNOWN')),
  vendor        text check (vendor in ('AXIS', 'IO_DATA')),
  brand         text not null,
  model         text not null,
  -- rtsp, rtsps or the demo's scene scheme; never with user or password.
  stream_url    text not null check (stream_url !~ '^[a-zA-Z]+://[^/?#]*@'),
  username      text,
  -- Sealed by the master key for the place '<tenant>|camera|password|<id>'; see secrets.ts.
  password_sealed text,
  -- The room, as people say it.
  location      text not null check (length(location) between 1 and 80),
  -- ROOM counts against the licence's room cameras, HALLWAY and DINING against its public ones.
  location_type text not null default 'ROOM' check (location_type in ('ROOM', 'HALLWAY', 'DINING')),
  -- Name of the stream in the facility's own video system.
  streaming_id  text not null,
  unit_id       uuid,
  -- The hub that watches it.
  agent_id      uuid not null,
  -- False: switched off by a person.
  is_enabled    boolean not null default true,

  -- Online, Offline (should be seen and is not), Inactive (silent beyond its limit), Disabled (switched off).
  status        text not null default 'Offline' check (status in ('Online', 'Offline', 'Inactive', 'Disabled')),
  -- Why it is not online, in words for a technician; null when it is.
  status_reason text,
  -- When the status last changed.
  last_status_at timestamptz(3),
  -- When the last picture arrived at the hub.
  last_activity_at timestamptz(3),
  -- What the hub measured last: {codec, width, height, framesPerSecond}, in pixels and frames per second.
  picture       jsonb,
  -- The newest still: its row in media, and when it was taken.
  latest_frame_media_id uuid,
  latest_frame_at timestamptz(3),

  -- The shadow: settings asked for and settings in force, each with its version; a hub never goes back.
  desired_version integer not null default 1 check (desired_version >= 1),
  desired_changed_at timestamptz(3) not null default now(),
  reported_version integer not null default 0 check (reported_version >= 0),
  -- Why the hub refused the desired version; null when it did not.
  reported_error text,

  version       integer not null default 1,
  created_at    timestamptz(3) not null default now(),
  updated_at    timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id),
  foreign key (tenant_id, agent_id) references agent (tenant_id, id)
);
create unique index camera_name on camera (tenant_id, lower(name));
create index camera_by_unit on camera (tenant_id, unit_id);
create index camera_by_agent on camera (tenant_id, agent_id);
select isolate('camera');

create table camera_app (
  tenant_id  uuid not null,
  camera_id  uuid not null,
  app_code   text not null check (app_code in ('A001', 'A003', 'A004', 'A005', 'A006', 'A007', 'A008')),
  -- GLOBAL follows the unit's setting, else the site's.
  state      text not null check (state in ('ENABLED', 'DISABLED', 'GLOBAL')),
  -- The contract's AppSettings; what is left out has the contract's default.
  settings   jsonb not null default '{}',
  -- Severity of its alerts; null: the app's own (APPS in the contract). A007 and A008 raise none.
  severity   text check (severity in ('critical', 'high', 'medium', 'low')),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, camera_id, app_code),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
select isolate('camera_app');
