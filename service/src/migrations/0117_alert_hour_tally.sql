-- How many alerts there are by the hour: what is left of a range before its first and after its last whole day is
-- summed from here, so that a range of thirty days costs the same among ten thousand and among ten million alerts.
-- Requirements DASH-01, METRIC-03; performance.md P2, P3.
--
-- Hours are those of UTC, so that a site that moves to another time zone keeps them. Everything else is as in
-- alert_camera_tally: deleted alerts are not counted, an alert without a unit or a camera counts under the zero uuid,
-- the triggers are the only writers, and rows that fell to zero stay.
create table alert_hour_tally (
  tenant_id   uuid not null references tenant (id),
  hour        timestamptz(0) not null check (hour = date_trunc('hour', hour, 'UTC')),
  camera_id   uuid not null,
  unit_id     uuid not null,
  severity    text not null,
  activity    text not null,
  is_archived boolean not null,
  alerts      integer not null,
  primary key (tenant_id, hour, camera_id, unit_id, severity, activity, is_archived)
) with (fillfactor = 70);
select isolate('alert_hour_tally');

-- The hour of an instant, by UTC.
create function utc_hour(at timestamptz) returns timestamptz
language sql immutable parallel safe as $$ select date_trunc('hour', at, 'UTC') $$;

-- Rows are touched in the order of their keys, as in alert_tally_count().
create function alert_hour_tally_count() returns trigger
language plpgsql as $$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into alert_hour_tally as t (tenant_id, hour, camera_id, unit_id, severity, activity, is_archived, alerts)
  select a.tenant_id, utc_hour(a.occurred_at), coalesce(a.camera_id, uuid_nil()), coalesce(a.unit_id, uuid_nil()),
      a.severity, a.activity, a.is_archived, sign * count(*)
    from changed a
    where a.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, hour, camera_id, unit_id, severity, activity, is_archived)
    do update set alerts = t.alerts + excluded.alerts;
  return null;
end $$;

-- What only was seen, or got its clip, sums up to nothing and moves nothing.
create function alert_hour_tally_move() returns trigger
language plpgsql as $$
begin
  insert into alert_hour_tally as t (tenant_id, hour, camera_id, unit_id, severity, activity, is_archived, alerts)
  select a.tenant_id, utc_hour(a.occurred_at), coalesce(a.camera_id, uuid_nil()), coalesce(a.unit_id, uuid_nil()),
      a.severity, a.activity, a.is_archived, sum(a.sign)
    from (select b.*, -1 as sign from before b union all select c.*, 1 from changed c) a
    where a.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 having sum(a.sign) <> 0 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, hour, camera_id, unit_id, severity, activity, is_archived)
    do update set alerts = t.alerts + excluded.alerts;
  return null;
end $$;

create trigger alert_hour_counted_in after insert on alert referencing new table as changed
  for each statement execute function alert_hour_tally_count();
create trigger alert_hour_counted_out after delete on alert referencing old table as changed
  for each statement execute function alert_hour_tally_count();
create trigger alert_hour_moved after update on alert referencing old table as before new table as changed
  for each statement execute function alert_hour_tally_move();

-- What there is already.
alter table alert no force row level security;
alter table alert_hour_tally no force row level security;
insert into alert_hour_tally (tenant_id, hour, camera_id, unit_id, severity, activity, is_archived, alerts)
select tenant_id, utc_hour(occurred_at), coalesce(camera_id, uuid_nil()), coalesce(unit_id, uuid_nil()), severity,
    activity, is_archived, count(*)
  from alert where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
alter table alert_hour_tally force row level security;
alter table alert force row level security;
