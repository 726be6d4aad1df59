-- Alerts reported by hubs. Requirements ALERT-01 to ALERT-11.
--
-- Partitioned by month on the id: a UUIDv7 begins with its time, so one partition holds one month, and (tenant_id, id)
-- stays unique over all of them. A resend (`on conflict do nothing`) therefore finds the first copy wherever it lies.
-- For that the id must tell the truth: alert_id_agrees keeps it within a day of occurred_at, and searches that know a
-- range of time give the range of ids with a day on each side, so that PostgreSQL opens the months it needs alone.
create table alert (
  tenant_id   uuid not null,
  -- UUIDv7, made on the hub at the moment it concluded.
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
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade,
  foreign key (tenant_id, unit_id) references unit (tenant_id, id) on delete set null (unit_id),
  constraint alert_id_agrees check (
    (uuid_extract_version(id) = 7
      and uuid_extract_timestamp(id) - occurred_at between interval '-1 day' and interval '1 day') is true),
  check (clip_state <> 'ready' or (clip_media_id is not null and clip_duration_ms is not null)),
  check ((first_seen_at is null) = (first_seen_name is null))
) partition by range (id);

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

-- The smallest UUIDv7 of an instant. Instants before 1970 give the smallest of all.
create function uuidv7_floor(at timestamptz) returns uuid
language sql immutable strict parallel safe as $$
  select rpad(lpad(to_hex(greatest(0, (extract(epoch from at at time zone 'UTC') * 1000)::bigint)), 12, '0'), 32, '0')::uuid
$$;

-- Makes the missing monthly partitions from one day's month to another's; answers how many it made.
-- Runs with the owner's rights, so that a job that may not alter tables can call it.
create function alert_add_months(from_day date, to_day date) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date := date_trunc('month', from_day);
  part text;
  made integer := 0;
begin
  while month <= to_day loop
    part := 'alert_' || to_char(month, 'YYYY_MM');
    if to_regclass(part) is null then
      execute format('create table %I partition of alert for values from (%L) to (%L)', part,
        uuidv7_floor(month::timestamp at time zone 'UTC'),
        uuidv7_floor((month + interval '1 month')::timestamp at time zone 'UTC'));
      -- Reached through alert alone: nobody has a right on the part itself.
      execute format('alter table %I enable row level security', part);
      execute format('alter table %I force row level security', part);
      made := made + 1;
    end if;
    month := month + interval '1 month';
  end loop;
  return made;
end $$;
revoke execute on function alert_add_months(date, date) from public;
grant execute on function alert_add_months(date, date) to mimamori_platform;

select alert_add_months(date '2025-07-01', date '2027-12-01');
-- Whatever lies outside of the prepared months, so that no alert is ever refused for its time.
create table alert_other partition of alert default;
alter table alert_other enable row level security;
alter table alert_other force row level security;
