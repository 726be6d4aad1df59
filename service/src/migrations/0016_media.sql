-- Stored pictures and clips; the bytes lie in the storage, under a name made from tenant and id. Requirement ALERT-08.
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
  -- When the picture was taken or the clip begins, by the hub's corrected clock; file names carry it.
  taken_at     timestamptz(3) not null,
  created_at   timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade,
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade
);
create index media_by_camera on media (tenant_id, camera_id, kind);
create index media_by_alert on media (tenant_id, alert_id) where alert_id is not null;
select isolate('media');
