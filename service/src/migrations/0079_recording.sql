-- Recordings: video that hubs record without a break, in pieces. Requirements REC-01 to REC-05, APP-01 (A007).

-- What people see in the list: a camera's pieces of one hour by the site's clock. A pause of more than five minutes
-- begins another one.
create table recording (
  tenant_id   uuid not null references tenant (id),
  id          uuid not null default uuidv7(),
  camera_id   uuid not null,
  -- The unit of the camera when it began; decides who may see it.
  unit_id     uuid,
  started_at  timestamptz(3) not null,
  -- Where the last piece ends.
  ended_at    timestamptz(3) not null,
  -- Of the pieces together, in ms, without the gaps between them.
  duration_ms bigint not null check (duration_ms >= 0),
  bytes       bigint not null check (bytes >= 0),
  -- Never removed by retention.
  is_archived boolean not null default false,
  -- People were made unrecognisable on the hub.
  is_private  boolean not null,
  created_at  timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check (ended_at >= started_at)
) with (fillfactor = 80);
-- Serves recording.search by time. What grows with each piece is in no index, so that a piece touches none.
create index recording_by_time on recording (tenant_id, started_at desc, id desc) include (unit_id, camera_id, is_archived);
-- Serves recording.search for few cameras, the neighbours, and the place of a new piece.
create index recording_by_camera on recording (tenant_id, camera_id, started_at desc, id desc) include (unit_id, is_archived);
-- Serves retention: the oldest that may go.
create index recording_removable on recording (tenant_id, started_at) where not is_archived;
select isolate('recording');

-- The header that a player needs before the pieces of one stretch. Made on the hub; the file lies in the storage.
create table recording_init (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null,
  camera_id  uuid not null,
  -- As browsers name it, such as avc1.42c01e.
  codec      text not null check (length(codec) between 1 and 40),
  -- Pixels.
  width      integer not null check (width > 0),
  height     integer not null check (height > 0),
  is_private boolean not null,
  bytes      integer not null check (bytes > 0),
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id)
);
create index recording_init_by_camera on recording_init (tenant_id, camera_id);
select isolate('recording_init');

-- One piece of video. The id is the hub's: the same upload twice is the same row; the file lies in the storage.
create table recording_segment (
  tenant_id    uuid not null references tenant (id),
  id           uuid not null,
  recording_id uuid not null,
  init_id      uuid not null,
  started_at   timestamptz(3) not null,
  duration_ms  integer not null check (duration_ms > 0),
  bytes        integer not null check (bytes > 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, recording_id) references recording (tenant_id, id),
  foreign key (tenant_id, init_id) references recording_init (tenant_id, id)
);
-- Serves the playlist.
create index recording_segment_by_recording on recording_segment (tenant_id, recording_id, started_at, id);
create index recording_segment_by_init on recording_segment (tenant_id, init_id);
select isolate('recording_segment');

-- A still a minute: of the list, and what is shown while one looks along the time line. JPEG, in the storage.
create table recording_still (
  tenant_id    uuid not null references tenant (id),
  id           uuid not null,
  recording_id uuid not null,
  taken_at     timestamptz(3) not null,
  bytes        integer not null check (bytes > 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, recording_id) references recording (tenant_id, id)
);
create index recording_still_by_recording on recording_still (tenant_id, recording_id, taken_at);
select isolate('recording_still');

-- A time in which a camera was not recorded, and why. The id is the hub's.
create table recording_gap (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  camera_id  uuid not null,
  started_at timestamptz(3) not null,
  -- Null: it lasts.
  ended_at   timestamptz(3),
  cause      text not null check (cause in
    ('camera-lost', 'switched-off', 'schedule-off', 'hub-stopped', 'disk-full', 'privacy', 'codec', 'file-lost')),
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check (ended_at >= started_at)
);
create index recording_gap_by_camera on recording_gap (tenant_id, camera_id, started_at);
select isolate('recording_gap');

-- Files of the storage that have no row: uploads that did not come to their end, and what was deleted. A job removes
-- them, so that no way of deleting a row leaves its file behind.
create table recording_discard (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null,
  -- Not removed before.
  due_at     timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index recording_discard_due on recording_discard (due_at);
select isolate('recording_discard');

create function recording_file_dropped() returns trigger
language plpgsql as $$
begin
  insert into recording_discard (tenant_id, id, due_at) select d.tenant_id, d.id, now() from dropped d
  on conflict (tenant_id, id) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger recording_segment_dropped after delete on recording_segment referencing old table as dropped
  for each statement execute function recording_file_dropped();
create trigger recording_still_dropped after delete on recording_still referencing old table as dropped
  for each statement execute function recording_file_dropped();
create trigger recording_init_dropped after delete on recording_init referencing old table as dropped
  for each statement execute function recording_file_dropped();
