-- Camera: cameras, the apps on their images, and how
-- many there are.

-- An image source with its settings and its state; the desired document of its hub is built from it. Written by
-- camera/camera (people) and fleet/hub (state, silence). Requirements CAM-01 to CAM-15, APP-01.
create table camera (
  tenant_id                uuid not null references tenant (id),
  id                       uuid not null default uuidv7(),
  name                     text not null check (length(name) between 1 and 80),
  description              text not null check (length(description) between 1 and 500),
  -- AXIS: app on the camera. AXIS_AGENT: an Axis stream analysed by the hub. UNKNOWN: any RTSP camera.
  type                     text not null check (type in ('QWATCH', 'AXIS', 'AXIS_AGENT', 'UNKNOWN')),
  vendor                   text check (vendor in ('AXIS', 'HIKVISION', 'DAHUA', 'UNIVIEW', 'TAPO', 'VIGI', 'I_PRO', 'REOLINK',
    'IO_DATA')),
  brand                    text not null,
  model                    text not null,
  -- rtsp, rtsps or the demo's scene scheme; never with user or password.
  stream_url               text not null check (stream_url !~ '^[a-zA-Z]+://[^/?#]*@'),
  username                 text,
  -- Sealed by the master key for the place '<tenant>|camera|password|<id>'; see secrets.ts.
  password_sealed          text,
  -- The room, as people say it.
  location                 text not null check (length(location) between 1 and 80),
  -- ROOM counts against the licence's room cameras, HALLWAY and DINING against its public ones.
  location_type            text not null default 'ROOM' check (location_type in ('ROOM', 'HALLWAY', 'DINING')),
  -- Name of the stream in the facility's own video system.
  streaming_id             text not null,
  unit_id                  uuid,
  -- The hub that watches it; null only when it is deregistered.
  agent_id                 uuid,
  -- False: switched off by a person.
  is_enabled               boolean not null default true,

  -- Online, Offline (should be seen and is not), Inactive (silent beyond its limit), Disabled (switched off).
  status                   text not null default 'Offline'
    check (status in ('Online', 'Offline', 'Inactive', 'Disabled')),
  -- Why it is not online, {code, params}; null when it is.
  status_reason            jsonb,
  -- When the status last changed.
  last_status_at           timestamptz(3),
  -- When the last image arrived at the hub.
  last_activity_at         timestamptz(3),
  -- What the hub measured last: {codec, width, height, framesPerSecond}, in pixels and frames per second.
  image                  jsonb,
  -- The newest snapshot: its row in media, and when it was taken.
  latest_frame_media_id    uuid,
  latest_frame_at          timestamptz(3),

  -- The shadow: settings asked for and settings in force, each with its version; a hub never goes back.
  desired_version          integer not null default 1 check (desired_version >= 1),
  desired_changed_at       timestamptz(3) not null default now(),
  reported_version         integer not null default 0 check (reported_version >= 0),
  -- Why the hub refused the desired version, a list of {code, params}; empty when it did not.
  reported_errors          jsonb not null default '[]',

  version                  integer not null default 1,
  created_at               timestamptz(3) not null default now(),
  updated_at               timestamptz(3) not null default now(),
  -- State of the hub's process for this camera, or of the camera's own app; null: nobody has said.
  running_status           text
    check (running_status in ('Running', 'Error', 'Updating', 'Stopping', 'Starting', 'Restarting', 'Stopped')),
  installation_status      text check (installation_status in ('Installed', 'Failed', 'Unknown')),
  -- A day of the site's calendar.
  installation_date        date,
  -- Pixels and frames per second that the image is expected to have; null: as the camera sends it.
  width                    integer check (width between 16 and 16384),
  height                   integer check (height between 16 and 16384),
  frame_rate               double precision check (frame_rate between 0.1 and 240),
  -- Degrees clockwise by which the image is turned.
  angle                    smallint not null default 0 check (angle in (0, 90, 180, 270)),
  -- How the apps look at the image where their own settings leave it open.
  sensitivity              text not null default 'medium' check (sensitivity in ('low', 'medium', 'high')),
  -- Share of a region's pixels that must change, in per cent.
  pixel_change_percent     double precision not null default 1.5 check (pixel_change_percent between 0.1 and 100),
  -- Length of a clip, seconds.
  sequence_duration_seconds integer not null default 15 check (sequence_duration_seconds between 6 and 60),
  -- Seconds of uninterrupted motion before it counts.
  motion_duration_seconds  double precision not null default 2 check (motion_duration_seconds between 0 and 600),
  -- Seconds between two snapshots of the list.
  image_duration_seconds   integer not null default 10 check (image_duration_seconds between 5 and 3600),
  -- Degrees below the horizontal, centimetres above the floor, and the floor of the room in square metres.
  placement_angle_degrees  double precision check (placement_angle_degrees between -90 and 90),
  placement_height_cm      integer check (placement_height_cm between 0 and 2000),
  room_size_m2             double precision check (room_size_m2 between 0 and 10000),
  -- As the installer noted them; the hub uses the stream's address alone.
  ip_address               text not null default '' check (length(ip_address) <= 45),
  mac_id                   text not null default '' check (length(mac_id) <= 17),
  connection               text not null default 'wired' check (connection in ('wired', 'wireless')),
  ssid                     text not null default '' check (length(ssid) <= 32),
  signal_strength_dbm      integer check (signal_strength_dbm between -120 and 0),
  channel                  integer check (channel between 1 and 233),
  is_privacy_on            boolean not null default false,
  -- What images show of people while privacy is on.
  privacy_level            text not null default 'none' check (privacy_level in ('none', 'blur', 'silhouette')),
  -- Places that no image shows, whatever the level: the contract's Region[].
  masks                    jsonb not null default '[]' check (jsonb_typeof(masks) = 'array'),
  -- Whether a silence of the minutes below raises an alert.
  is_inactive_alert_on     boolean not null default false,
  inactive_alert_minutes   integer check (inactive_alert_minutes between 1 and 9999999),
  -- They are notified of its alerts: the contract's Subscribers. Ids of users that are gone are passed over.
  subscribers              jsonb not null check (jsonb_typeof(subscribers) = 'object')
    default '{"emails": [], "unitIds": [], "userIds": [], "onDuty": false, "mobileUserIds": [], "desktopUserIds": [], "reminderUserIds": []}',
  -- Escalation rules of the site that watch over its alerts.
  escalation_ids           uuid[] not null default '{}',
  -- Whether alerts are also sent to the site's external system, and under which codes.
  is_external_alert_on     boolean not null default false,
  unit_code                text not null default '' check (length(unit_code) <= 40),
  res_code                 text not null default '' check (length(res_code) <= 40),
  -- A JSON object as text for what this camera alone needs; empty: none.
  extra_config             text not null default '' check (length(extra_config) <= 4000),
  -- False: not put into service yet, or taken out of it: shown as Inactive, and its hub leaves it alone.
  is_active                boolean not null default true,
  -- What people see: a person's switch beats whatever was last heard.
  shown_status             text not null generated always as (
    case when not is_enabled then 'Disabled' when not is_active then 'Inactive' else status end) stored,
  -- The settings that the hub said are in force, without password; null: it has not said.
  reported_settings        jsonb,
  -- The desired version with which the password last changed: older ones in force have another password.
  password_version         integer not null default 1,
  -- Set: deregistered. The row stays, without secrets and settings, for the alerts that name it; no list has it.
  deregistered_at          timestamptz(3),
  -- The name as lists are ordered by it.
  sort_name                text collate natural_order not null generated always as (plain(name)) stored,
  -- What a search looks into, one to a line: name and location.
  search_text              text not null generated always as (sought(name) || e'\n' || sought(location)) stored,
  -- The unit; the zero uuid for none, as in camera_tally.
  tally_unit_id            uuid not null
    generated always as (coalesce(unit_id, uuid_nil())) stored,
  -- Images are expected since then, if not since the camera was made: it was switched on, put into service, given
  -- to another hub, or its inactive alert was switched on.
  watched_since            timestamptz(3),
  -- Which silence an alert was raised of: when it began.
  silence_raised_of        timestamptz(3),
  -- Lists by the last activity have its order. What is online has just been seen: only for the others does the time
  -- set cameras apart, and it stands still for them, so that heartbeats write to no index for it.
  silent_since             timestamptz(3) not null generated always as (
    case when is_enabled and is_active and status = 'Online' then 'infinity'
      else coalesce(last_activity_at, '-infinity') end) stored,
  -- Name of the application on an AXIS camera; empty: not known. CAM-11.
  axis_application         text not null default '' check (axis_application ~ '^[A-Za-z0-9_.-]{0,64}$'),
  -- Whether the password may be sent without a digest, and the SHA-256 of the accepted certificate.
  is_basic_allowed         boolean not null default false,
  certificate              text check (certificate ~ '^[0-9A-F]{64}$'),
  -- When a person said that the view is right, and what administrators were last notified of about it.
  view_accepted_at         timestamptz,
  view_error_code          text
    check (view_error_code in ('view-changed', 'lens-unclear', 'too-dark', 'image-frozen')),
  view_error_noticed_at    timestamptz,
  -- The small stream of the same device, with the same login; empty: one stream is all.
  sub_stream_url           text not null default '' check (sub_stream_url !~ '^[a-zA-Z]+://[^/?#]*@'),
  -- A person saw that both streams show the same view although their shapes differ.
  is_sub_stream_same_view  boolean not null default false,
  -- The stored view that a camera which turns returns to; empty: its own home position. REAL-09.
  home_preset              text not null default '' check (length(home_preset) <= 80),
  -- The kind of alert that its digital input raises (null: it is not read), which input, and how its contact rests.
  -- REACH-63.
  input_kind_id            uuid,
  input_name               text not null default '' check (length(input_name) <= 64),
  is_input_normally_closed boolean not null default false,
  -- Named polygons with their kind, such as beds, drawn once for all apps: the contract's places. CAM-08.
  places                   jsonb not null default '[]' check (jsonb_typeof(places) = 'array'),
  primary key (tenant_id, id),
  foreign key (tenant_id, agent_id) references agent (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id),
  foreign key (tenant_id, input_kind_id) references kind (tenant_id, id),
  check (agent_id is not null or deregistered_at is not null)
) with (fillfactor = 70);
create index camera_by_unit on camera (tenant_id, unit_id);
create index camera_by_agent on camera (tenant_id, agent_id);
create index camera_by_input_kind on camera (tenant_id, input_kind_id) where input_kind_id is not null;
create unique index camera_name on camera (tenant_id, sort_name) include (id, unit_id)
  where deregistered_at is null;
create index camera_by_search on camera (tenant_id, sort_name) include (id, unit_id, search_text)
  where deregistered_at is null;
-- By status, either way with names from the first letter on; camera_name gives the order by name.
create index camera_by_status on camera (tenant_id, shown_status, sort_name, id) include (unit_id, location_type)
  where deregistered_at is null;
create index camera_by_type on camera (tenant_id, type, sort_name, id) include (unit_id)
  where deregistered_at is null;
-- The other way round with names from the first letter on, which no index gives when it is read backwards.
create index camera_by_status_down on camera (tenant_id, shown_status desc, sort_name, id) include (unit_id)
  where deregistered_at is null;
create index camera_by_type_down on camera (tenant_id, type desc, sort_name, id) include (unit_id)
  where deregistered_at is null;
create index camera_by_location on camera (tenant_id, (plain(location) collate natural_order), sort_name, id) where deregistered_at is null;
create index camera_by_unit_name on camera (tenant_id, tally_unit_id, sort_name, id) include (unit_id)
  where deregistered_at is null;
-- Serves the search for silent cameras.
create index camera_with_inactive_alert on camera (tenant_id, agent_id)
  where is_inactive_alert_on and deregistered_at is null;
create index camera_by_silence on camera (tenant_id, silent_since, sort_name, id) include (unit_id)
  where deregistered_at is null;
create index camera_by_silence_down on camera (tenant_id, silent_since desc, sort_name, id) include (unit_id)
  where deregistered_at is null;
-- Serves room_stay and the calls of rooms: the cameras of one room.
create index camera_of_room on camera (tenant_id, tally_unit_id, location);
select isolate('camera');

-- Switched on, put into service, or given to another hub: the watch over a silent camera begins again. Requirement
-- CAM-15; domain.md "Silence".
create function camera_watch_anew() returns trigger
language plpgsql as $$
begin
  new.watched_since := new.updated_at;
  new.silence_raised_of := null;
  return new;
end $$;
revoke execute on function camera_watch_anew() from public;
create trigger camera_watched_anew before update of is_enabled, is_active, is_inactive_alert_on, agent_id on camera
  for each row when ((old.is_enabled, old.is_active, old.is_inactive_alert_on, old.agent_id)
    is distinct from (new.is_enabled, new.is_active, new.is_inactive_alert_on, new.agent_id))
  execute function camera_watch_anew();

-- An app on a camera: state, schedule, regions, settings. Written by camera/camera and site's settings. Requirements
-- APP-02, APP-03, CAM-10.
create table camera_app (
  tenant_id          uuid not null,
  camera_id          uuid not null,
  app_code           text not null constraint camera_app_code check (app_code ~ '^A[0-9]{3}$'),
  -- GLOBAL follows the unit's setting, else the site's.
  state              text not null check (state in ('ENABLED', 'DISABLED', 'GLOBAL')),
  -- The contract's AppSettings; what is left out has the contract's default.
  settings           jsonb not null default '{}',
  updated_at         timestamptz(3) not null default now(),
  -- The contract's Schedule; null: as the unit says, else the site, else always.
  schedule           jsonb,
  -- Since when live streaming is on or off at a camera, a unit and a site: the live page says it. Null: since before
  -- this. LIVE-01.
  state_changed_at   timestamptz(3),
  primary key (tenant_id, camera_id, app_code),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
select isolate('camera_app');
create trigger camera_app_state_changed before insert or update of state on camera_app for each row
  execute function mark_app_state_change();

-- A tag of a camera. Written by site's settings; removed with the camera.
create table camera_tag (
  tenant_id uuid not null,
  camera_id uuid not null,
  tag_id    uuid not null,
  primary key (tenant_id, camera_id, tag_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tag_id) references tag (tenant_id, id) on delete cascade
);
create index camera_tag_by_tag on camera_tag (tenant_id, tag_id);
select isolate('camera_tag');

-- A camera that a shift is about: a shift with cameras is about their alerts alone. Of the site; it stands here for
-- its key to the camera. Written by site's settings. Requirement SET-04.
create table camera_shift (
  tenant_id uuid not null,
  camera_id uuid not null,
  shift_id  uuid not null,
  primary key (tenant_id, camera_id, shift_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade,
  foreign key (tenant_id, shift_id) references shift (tenant_id, id) on delete cascade
);
create index camera_shift_by_shift on camera_shift (tenant_id, shift_id);
select isolate('camera_shift');

-- A hub that a camera had before, and until when: it still brings what it recorded before the camera moved. Written
-- by camera/camera. Requirements APP-01, HUB-04.
create table camera_former_hub (
  tenant_id uuid not null,
  camera_id uuid not null,
  agent_id  uuid not null,
  left_at   timestamptz not null,
  primary key (tenant_id, camera_id, agent_id),
  foreign key (tenant_id, agent_id) references agent (tenant_id, id) on delete cascade,
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
create index camera_former_hub_by_hub on camera_former_hub (tenant_id, agent_id);
select isolate('camera_former_hub');

-- A hub that is given to another site has nothing left to bring to this one.
create function camera_former_hub_gone() returns trigger
language plpgsql as $$
begin
  delete from camera_former_hub where tenant_id = old.tenant_id and agent_id = old.id;
  return new;
end $$;
create trigger camera_former_hub_gone before update of tenant_id on agent for each row
  when (old.tenant_id <> new.tenant_id) execute function camera_former_hub_gone();

-- How many cameras each unit has by status, without deregistered ones; a camera without a unit counts under the zero
-- uuid. Updated in the transaction that changes a camera: the triggers below are the only writers. Rows that fell to
-- zero stay.
create table camera_tally (
  tenant_id uuid not null references tenant (id) on delete cascade,
  unit_id   uuid not null,
  -- As shown, see camera.shown_status.
  status    text not null,
  -- In a resident's room; false: in a place for all.
  is_room   boolean not null,
  cameras   integer not null,
  primary key (tenant_id, unit_id, status, is_room)
) with (fillfactor = 70);
select isolate('camera_tally');

-- Counts the cameras of one statement in, out or over. By statement: of a thousand cameras that go offline together
-- each row of the tally is touched once. Rows are touched in the order of their keys, so that two transactions never
-- wait for each other crosswise.
create function camera_tally_count() returns trigger
language plpgsql as $$
begin
  insert into camera_tally as t (tenant_id, unit_id, status, is_room, cameras)
  select c.tenant_id, c.tally_unit_id, c.shown_status, c.location_type = 'ROOM',
      count(*) * case tg_op when 'DELETE' then -1 else 1 end
    from changed c where c.deregistered_at is null group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (tenant_id, unit_id, status, is_room) do update set cameras = t.cameras + excluded.cameras;
  return null;
end $$;
create trigger camera_counted_in after insert on camera referencing new table as changed for each statement
  execute function camera_tally_count();
create trigger camera_counted_out after delete on camera referencing old table as changed for each statement
  execute function camera_tally_count();

-- What is the same before and after adds up to nothing and touches no row: so most heartbeats.
create function camera_tally_move() returns trigger
language plpgsql as $$
begin
  insert into camera_tally as t (tenant_id, unit_id, status, is_room, cameras)
  select c.tenant_id, c.tally_unit_id, c.shown_status, c.location_type = 'ROOM', sum(c.sign)
    from (select *, -1 as sign from before union all select *, 1 from after) c
    where c.deregistered_at is null group by 1, 2, 3, 4 having sum(c.sign) <> 0 order by 1, 2, 3, 4
  on conflict (tenant_id, unit_id, status, is_room) do update set cameras = t.cameras + excluded.cameras;
  return null;
end $$;
create trigger camera_moved after update on camera referencing old table as before new table as after
  for each statement execute function camera_tally_move();

-- Walk tests: a person stands, sits and lies before a camera, and the camera says what it saw. Requirement REAL-11.
create table walk_test (
  tenant_id   uuid not null,
  id          uuid not null default uuidv7(),
  camera_id   uuid not null,
  user_id     uuid not null,
  -- Names stay when users go.
  user_name   text not null check (user_name <> ''),
  started_at  timestamptz(3) not null,
  ends_at     timestamptz(3) not null,
  -- The tester's phone asked last: a test without a phone ends.
  looked_at   timestamptz(3) not null,
  ended_at    timestamptz(3),
  -- Only a finished test is a certificate.
  end_reason  text check (end_reason in ('finished', 'cancelled', 'time', 'away', 'replaced')),
  steps       jsonb not null default '[]',
  -- Marks of what the test rests on: the bed, the camera, the hub's program, and what may be shown of the room.
  basis       jsonb not null,
  hub_version text,
  -- JPEG as the camera's privacy allowed; of the newest certificate of a camera alone.
  image     bytea check (octet_length(image) <= 300000),
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check (ends_at > started_at),
  check ((ended_at is null) = (end_reason is null))
);
create unique index walk_test_running on walk_test (tenant_id, camera_id) where ended_at is null;
-- Serves the newest certificate of a camera.
create index walk_test_by_camera on walk_test (tenant_id, camera_id, started_at desc);
select isolate('walk_test');
