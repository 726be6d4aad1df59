-- What each room's resident does now, as its hub says, and the changes of the last days. Requirements ROOM-01, ROOM-02.

create table room_state (
  tenant_id    uuid not null,
  camera_id    uuid not null,
  state        text not null check (state in ('in-bed', 'sitting-up', 'up', 'present', 'on-floor', 'away', 'with-staff',
    'unknown')),
  -- {code, params}: why nothing is known.
  reason       jsonb,
  -- When it began.
  since        timestamptz(3) not null,
  -- When the hub concluded it, or said it again: what is older never replaces it.
  concluded_at timestamptz(3) not null,
  heard_at     timestamptz(3) not null,
  primary key (tenant_id, camera_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check ((state = 'unknown') = (reason is not null))
);
select isolate('room_state');

-- A row is a state that began; it lasted until the next one of the camera.
create table room_change (
  tenant_id uuid not null,
  id        uuid not null default uuidv7(),
  camera_id uuid not null,
  state     text not null,
  since     timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id)
);
-- Serves the lanes, and that a state which is said again is stored once.
create unique index room_change_by_camera on room_change (tenant_id, camera_id, since);
-- Serves forgetting.
create index room_change_oldest on room_change (since);
select isolate('room_change');
