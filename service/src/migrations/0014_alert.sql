-- Alerts reported by hubs. Requirements ALERT-01 to ALERT-11.
--
-- One table, not one per month: measured with a million alerts, monthly partitions halve the rate of the hottest read
-- (a page of the list: 3.3 thousand per second against 6.7), and an id could be unique within its month alone, while a
-- resend is found by its id. Old alerts leave in small batches.
create table alert (
  tenant_id   uuid not null,
  -- Made on the hub when it concluded (UUIDv7): the same alert sent twice is the same row.
  id          uuid not null,
  camera_id   uuid not null,
  -- The unit of the camera when it happened; decides who may see it.
  unit_id     uuid,
  app_code    text not null check (app_code in ('A001', 'A003', 'A004', 'A005', 'A006')),
  severity    text not null check (severity in ('critical', 'high', 'medium', 'low')),
  -- When it happened in the room, by the hub's corrected clock. Lists sort and search by this.
  occurred_at timestamptz(3) not null,
  -- When it was stored, by the service's clock; created_at - occurred_at is the delivery delay.
  created_at  timestamptz(3) not null,
  is_archived boolean not null default false,
  -- camera: concluded on the device. cloud: on the hub or the service.
  inferenced_by text not null default 'cloud' check (inferenced_by in ('camera', 'cloud')),
  -- Things seen: the contract's Detection[]; places as shares of the picture.
  detections  jsonb not null default '[]',
  -- The watched region's bounding box, the contract's Box; null: the whole picture.
  region      jsonb,

  -- Pictures are rows of media, whose alert_id names this alert. No keys from here: the alert is stored first.
  thumbnail_media_id uuid,
  -- none: a still is all there is. pending: the hub still cuts it. expired: removed by retention.
  clip_state  text not null default 'none' check (clip_state in ('none', 'pending', 'ready', 'failed', 'expired')),
  clip_media_id uuid,
  clip_duration_ms integer check (clip_duration_ms > 0),
  -- Where in the clip the alert began.
  clip_alert_at_ms integer check (clip_alert_at_ms >= 0),
  -- When the clip became ready or failed; the timeline shows it.
  clip_changed_at timestamptz(3),
  -- Why there is no clip, in words for a technician.
  clip_failure text,

  -- The first care role that saw it, for everybody to know who is on the way; the name stays when the user goes.
  first_seen_by uuid,
  first_seen_name text,
  first_seen_at timestamptz(3),
  -- The last judgement; earlier ones are in alert_step.
  verdict     text check (verdict in ('real', 'false-alarm', 'unsure')),

  primary key (tenant_id, id),
  -- Nothing cascades into this table: who removes a camera or a unit deals with its alerts first, pictures and all.
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id),
  check (clip_state <> 'ready' or (clip_media_id is not null and clip_duration_ms is not null)),
  check ((first_seen_at is null) = (first_seen_name is null))
);

-- Serves alert.search by time in both directions; what it includes lets filters and counts stay inside the index.
create index alert_by_time on alert (tenant_id, is_archived, occurred_at desc, id desc)
  include (unit_id, camera_id, severity, app_code);
-- Serves alert.search for few cameras.
create index alert_by_camera on alert (tenant_id, camera_id, is_archived, occurred_at desc, id desc)
  include (unit_id, severity, app_code);
-- Serves the unread count: what arrived after the user's watermark.
create index alert_by_arrival on alert (tenant_id, created_at) include (is_archived, unit_id, camera_id, severity, app_code);
-- Serves 'nobody has looked at it yet': the dashboard's most urgent alert, mark-all-read, escalation.
create index alert_unanswered on alert (tenant_id, severity, occurred_at desc) include (unit_id)
  where first_seen_at is null and not is_archived;

select isolate('alert');
