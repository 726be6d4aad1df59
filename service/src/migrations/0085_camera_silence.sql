-- Lists by the last activity read an index too. What is online has just been seen: only for the others does the time
-- tell cameras apart, and it stands still for them, so that heartbeats write to no index for it. performance.md.
alter table camera
  -- When the last picture came, for a camera that is not online; infinity: it is. -infinity: none ever came.
  add column silent_since timestamptz(3) not null generated always as (
    case when is_enabled and is_active and status = 'Online' then 'infinity'
      else coalesce(last_activity_at, '-infinity') end) stored;
create index camera_by_silence on camera (tenant_id, silent_since, sort_name, id) include (unit_id)
  where deregistered_at is null;
create index camera_by_silence_down on camera (tenant_id, silent_since desc, sort_name, id) include (unit_id)
  where deregistered_at is null;
