-- Footage: images and clips, recordings, and live view.
-- Bytes lie in the storage or on hubs; here are their rows.

-- A stored image or clip; the bytes lie in the storage, under a name made from tenant and id. Written by
-- footage/media and fleet/hub. Requirement ALERT-08.
create table media (
  tenant_id    uuid not null references tenant (id),
  -- Made on the hub for clips: the same upload twice is the same row.
  id           uuid not null default uuidv7(),
  -- thumbnail and clip: seen by those who may see the alert. frame: by those who may see the camera.
  kind         text not null check (kind in ('thumbnail', 'clip', 'frame')),
  camera_id    uuid not null,
  -- Null for frames, and for a clip whose 'ready' has not arrived; nobody sees such a clip.
  alert_id     uuid,
  content_type text not null check (content_type in ('image/jpeg', 'video/mp4')),
  bytes        bigint not null check (bytes >= 0),
  -- When the image was taken or the clip begins, by the hub's corrected clock; file names carry it.
  taken_at     timestamptz(3) not null,
  created_at   timestamptz(3) not null,
  is_blurred   boolean not null default false,
  -- ready: the file is there in its full size. missing: there is none. damaged: it has another size or other bytes, or
  -- cannot be read.
  state        text not null default 'ready' check (state in ('ready', 'missing', 'damaged')),
  -- SHA-256 of a clip as it was written, in hex; null for images, whose loss is seen. ALERT-08.
  sha256       text check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
create index media_by_camera on media (tenant_id, camera_id, kind);
create index media_by_alert on media (tenant_id, alert_id) where alert_id is not null;
-- Serves media.drop-orphans. Holds the latest frame of each camera too.
create index media_unclaimed on media (created_at) where alert_id is null;
-- Serves media.check-files, which checks these at each run, and their number in /metrics.
create index media_lost on media (tenant_id, id) where state <> 'ready';
select isolate('media');

-- A clip gives its state to its alert; an image is taken out of its alert or camera, and comes back with its file.
create function media_state_changed() returns trigger
language plpgsql as $$
begin
  if new.kind = 'clip' then
    update alert a set
      clip_state = case when a.clip_media_id = new.id and a.clip_state in ('ready', 'missing', 'damaged')
        then new.state else a.clip_state end,
      blurred_clip_state = case when a.blurred_clip_media_id = new.id
        and a.blurred_clip_state in ('ready', 'missing', 'damaged') then new.state else a.blurred_clip_state end
      where a.tenant_id = new.tenant_id and a.id = new.alert_id
        and new.id in (a.clip_media_id, a.blurred_clip_media_id);
  elsif new.kind = 'frame' then
    update camera c set latest_frame_media_id = case when new.state = 'ready' then new.id end
      where c.tenant_id = new.tenant_id and c.id = new.camera_id and c.latest_frame_at = new.taken_at
        and coalesce(c.latest_frame_media_id, new.id) = new.id;
  elsif new.is_blurred then
    update alert a set blurred_media_id = case when new.state = 'ready' then new.id end
      where a.tenant_id = new.tenant_id and a.id = new.alert_id and coalesce(a.blurred_media_id, new.id) = new.id;
  else
    update alert a set thumbnail_media_id = case when new.state = 'ready' then new.id end
      where a.tenant_id = new.tenant_id and a.id = new.alert_id and coalesce(a.thumbnail_media_id, new.id) = new.id;
  end if;
  return null;
end $$;
revoke execute on function media_state_changed() from public;
-- An upload may be lost before its alert claims it.
create trigger media_state_changed after update of state, alert_id on media for each row
  when (new.state is distinct from old.state or new.state <> 'ready' and new.alert_id is not null)
  execute function media_state_changed();

-- What people see in the list: a camera's video of one hour by the site's clock. A pause of more than five minutes
-- begins another one. Written by footage/recording from what hubs bring. Requirements REC-01 to REC-05, APP-01
-- (A007).
create table recording (
  tenant_id   uuid not null references tenant (id),
  id          uuid not null default uuidv7(),
  camera_id   uuid not null,
  -- The unit of the camera when it began; decides who may see it.
  unit_id     uuid,
  started_at  timestamptz(3) not null,
  -- Where the last segment ends.
  ended_at    timestamptz(3) not null,
  -- Duration of the segments together, in ms, without the gaps between them.
  duration_ms bigint not null check (duration_ms >= 0),
  bytes       bigint not null check (bytes >= 0),
  -- Never removed by retention.
  is_archived boolean not null default false,
  created_at  timestamptz(3) not null,
  -- The hub that has segments of it, or had some; null: none ever did. All segments that are on a hub are on this
  -- one.
  agent_id    uuid,
  -- Those of its bytes that are on that hub.
  hub_bytes   bigint not null default 0 check (hub_bytes >= 0),
  people      text not null default 'clear' check (people in ('clear', 'blurred', 'silhouettes')),
  primary key (tenant_id, id),
  foreign key (tenant_id, agent_id) references agent (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check (ended_at >= started_at),
  constraint recording_check1 check (agent_id is not null or hub_bytes = 0)
) with (fillfactor = 80);
-- Serves recording.search by time. What grows with each segment is in no index, so that a segment touches none.
create index recording_by_time on recording (tenant_id, started_at desc, id desc)
  include (unit_id, camera_id, is_archived);
-- Serves recording.search for few cameras, the neighbours, and the place of a new segment.
create index recording_by_camera on recording (tenant_id, camera_id, started_at desc, id desc)
  include (unit_id, is_archived);
-- Serves retention: the oldest that may go.
create index recording_removable on recording (tenant_id, started_at) where not is_archived;
-- Serves making room on a full disk: the oldest of all sites that may go.
create index recording_oldest on recording (started_at) where not is_archived;
-- Serves what archived recordings need from a hub, and the removal of hubs.
create index recording_on_hub on recording (tenant_id, agent_id) where hub_bytes > 0;
select isolate('recording');

-- The header that a player needs before the segments that share it. Made on the hub; the file lies in the storage.
-- Written by footage/recording.
create table recording_init (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null,
  camera_id  uuid not null,
  -- As browsers name it, such as avc1.42c01e.
  codec      text not null check (length(codec) between 1 and 40),
  -- Pixels.
  width      integer not null check (width > 0),
  height     integer not null check (height > 0),
  bytes      integer not null check (bytes > 0),
  created_at timestamptz(3) not null,
  people     text not null default 'clear' check (people in ('clear', 'blurred', 'silhouettes')),
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id)
);
create index recording_init_by_camera on recording_init (tenant_id, camera_id);
select isolate('recording_init');

-- A segment of video. The id is the hub's: the same upload twice is the same row; the file lies in the storage, or on
-- the hub. Written by footage/recording.
create table recording_segment (
  tenant_id    uuid not null references tenant (id),
  id           uuid not null,
  recording_id uuid not null,
  init_id      uuid not null,
  started_at   timestamptz(3) not null,
  duration_ms  integer not null check (duration_ms > 0),
  bytes        integer not null check (bytes > 0),
  -- The file is on its recording's hub, and not in the storage.
  is_on_hub    boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, init_id) references recording_init (tenant_id, id),
  foreign key (tenant_id, recording_id) references recording (tenant_id, id)
);
-- Serves the playlist.
create index recording_segment_by_recording on recording_segment (tenant_id, recording_id, started_at, id);
create index recording_segment_by_init on recording_segment (tenant_id, init_id);
-- Serves the comparison of what a hub has with what we know of it.
create index recording_segment_on_hub on recording_segment (tenant_id, id) where is_on_hub;
select isolate('recording_segment');

-- A snapshot a minute: of the list, and of the time line. JPEG, in the storage. Written by footage/recording.
create table recording_snapshot (
  tenant_id    uuid not null references tenant (id),
  id           uuid not null,
  recording_id uuid not null,
  taken_at     timestamptz(3) not null,
  bytes        integer not null check (bytes > 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, recording_id) references recording (tenant_id, id)
);
create index recording_snapshot_by_recording on recording_snapshot (tenant_id, recording_id, taken_at);
select isolate('recording_snapshot');

-- A time in which a camera was not recorded, and why. The id is the hub's. Written by footage/recording, and by a
-- trigger when a hub goes.
create table recording_gap (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  camera_id  uuid not null,
  started_at timestamptz(3) not null,
  -- Null: it lasts.
  ended_at   timestamptz(3),
  -- worker-lost: the hub's process of the camera ended. disk-slow: the hub's disk did not keep up. disk-failed: it
  -- refused to write, and was not full. key-frames-rare: key frames so far apart that what came between could not be stored.
  cause      text not null
    check (cause in ('camera-lost', 'switched-off', 'schedule-off', 'hub-stopped', 'worker-lost', 'disk-full', 'disk-slow',
    'disk-failed', 'privacy', 'key-frames-rare', 'file-lost')),
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check (ended_at >= started_at)
);
create index recording_gap_by_camera on recording_gap (tenant_id, camera_id, started_at);
select isolate('recording_gap');

-- A file of the storage that has no row: an upload that did not come to its end, or what was deleted. The triggers
-- below note it and a job of footage/recording removes it, so that no way of deleting a row leaves its file behind.
create table recording_discard (
  tenant_id uuid not null references tenant (id),
  id        uuid not null,
  -- Not removed before.
  due_at    timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index recording_discard_due on recording_discard (due_at);
select isolate('recording_discard');

-- A row that goes leaves its file to recording_discard.
create function recording_file_dropped() returns trigger
language plpgsql as $$
begin
  insert into recording_discard (tenant_id, id, due_at) select d.tenant_id, d.id, '-infinity' from dropped d
  on conflict (tenant_id, id) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger recording_segment_dropped after delete on recording_segment referencing old table as dropped
  for each statement execute function recording_file_dropped();
create trigger recording_snapshot_dropped after delete on recording_snapshot referencing old table as dropped
  for each statement execute function recording_file_dropped();
create trigger recording_init_dropped after delete on recording_init referencing old table as dropped
  for each statement execute function recording_file_dropped();

-- A hub that is removed takes along what only it had: those times become gaps. A hub that is given to another site
-- leaves its recordings behind like one that is removed: the other site must not have them.
create function recording_hub_gone() returns trigger
language plpgsql as $$
begin
  insert into recording_gap (tenant_id, camera_id, started_at, ended_at, cause)
  select r.tenant_id, r.camera_id, min(s.started_at), max(s.started_at + make_interval(secs => s.duration_ms / 1000.0)),
    'file-lost'
  from recording r join recording_segment s on s.tenant_id = r.tenant_id and s.recording_id = r.id and s.is_on_hub
  where r.tenant_id = old.tenant_id and r.agent_id = old.id group by r.tenant_id, r.camera_id, r.id;
  with gone as (
    delete from recording_segment s using recording r
    where r.tenant_id = old.tenant_id and r.agent_id = old.id
      and s.tenant_id = r.tenant_id and s.recording_id = r.id and s.is_on_hub
    returning s.recording_id, s.duration_ms, s.bytes)
  update recording r set agent_id = null, hub_bytes = 0, duration_ms = r.duration_ms - g.ms, bytes = r.bytes - g.bytes
  from (select recording_id, sum(duration_ms) as ms, sum(bytes) as bytes from gone group by recording_id) g
  where r.tenant_id = old.tenant_id and r.id = g.recording_id;
  update recording set agent_id = null where tenant_id = old.tenant_id and agent_id = old.id;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger recording_hub_gone before delete on agent for each row execute function recording_hub_gone();
create trigger recording_hub_moved before update of tenant_id on agent for each row
  when (old.tenant_id <> new.tenant_id) execute function recording_hub_gone();

-- When a session's minutes of live views at a site began: lines that break, pages that reload, and restarts do not
-- renew them. Written by footage/live. Requirement LIVE-01.
create table live_budget (
  -- The camera's tenant.
  tenant_id   uuid not null references tenant (id),
  session_id  uuid not null,
  started_at  timestamptz(3) not null,
  -- When an image was opened or open last.
  used_at     timestamptz(3) not null,
  -- The viewings that opened an image in it: none of them begins another.
  viewing_ids uuid[] not null,
  primary key (tenant_id, session_id)
);
select isolate('live_budget');

-- One-time tickets for live sockets: the socket may reach another instance of the service than the one that gave the
-- ticket. Requirement SCALE-01.

-- A ticket that was given and not used yet. Written by footage/live; the row goes when the socket opens.
create table live_ticket (
  tenant_id  uuid not null,
  -- SHA-256 of the ticket: who reads the table watches nothing.
  hash       bytea not null,
  session_id uuid not null,
  -- What it opens, as footage/live reads it.
  pass       jsonb not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, hash),
  foreign key (tenant_id) references tenant (id) on delete cascade
);
-- Serves redeeming, which knows no tenant.
create index live_ticket_by_hash on live_ticket (hash);
-- Serves counting what a session has open.
create index live_ticket_by_session on live_ticket (session_id);
select isolate('live_ticket');

-- Files in a bucket are sealed by a key of their tenant. Requirement SCALE-02.

-- Written by platform/files; a deleted row makes the tenant's files in the bucket unreadable.
create table file_key (
  tenant_id uuid primary key references tenant (id) on delete cascade,
  -- By the master key.
  sealed    text not null check (sealed <> '')
);
select isolate('file_key');
