-- How many alerts there are, kept in the transaction that changes them, so that no list and no dashboard counts history.
-- Requirements DASH-01, NAV-08; performance.md P2, P3.
--
-- The triggers below are the only writers. Days are those of the site's calendar. An alert without a unit counts under the zero uuid. Rows that fell to zero stay.

-- By unit and day: dashboards, and the unread count by the day of arrival.
create table alert_tally (
  tenant_id   uuid not null references tenant (id),
  -- The day on which the alerts happened, and the day on which they were stored.
  day         date not null,
  arrived_on  date not null,
  unit_id     uuid not null,
  severity    text not null,
  app_code    text not null,
  is_archived boolean not null,
  alerts      integer not null,
  primary key (tenant_id, day, arrived_on, unit_id, severity, app_code, is_archived)
) with (fillfactor = 70);
create index alert_tally_by_arrival on alert_tally (tenant_id, arrived_on);
select isolate('alert_tally');

-- By camera and day, and by camera for all time in the rows of the day '-infinity'.
create table alert_camera_tally (
  tenant_id   uuid not null references tenant (id),
  day         date not null,
  camera_id   uuid not null,
  unit_id     uuid not null,
  severity    text not null,
  app_code    text not null,
  is_archived boolean not null,
  alerts      integer not null,
  primary key (tenant_id, day, camera_id, unit_id, severity, app_code, is_archived)
) with (fillfactor = 70);
select isolate('alert_camera_tally');

-- The unit of alerts without one.
create function uuid_nil() returns uuid
language sql immutable parallel safe as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;

-- The day of an instant in a site's calendar.
create function site_day(at timestamptz, timezone text) returns date
language sql immutable parallel safe as $$ select (at at time zone timezone)::date $$;

-- Counts the alerts of one statement in or out. Rows are touched in the order of their keys, so that two transactions
-- never wait for each other crosswise.
create function alert_tally_count() returns trigger
language plpgsql as $$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into alert_tally as t (tenant_id, day, arrived_on, unit_id, severity, app_code, is_archived, alerts)
  select a.tenant_id, site_day(a.occurred_at, s.timezone), site_day(a.created_at, s.timezone),
      coalesce(a.unit_id, uuid_nil()), a.severity, a.app_code, a.is_archived, sign * count(*)
    from changed a join tenant s on s.id = a.tenant_id
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, day, arrived_on, unit_id, severity, app_code, is_archived)
    do update set alerts = t.alerts + excluded.alerts;

  insert into alert_camera_tally as t (tenant_id, day, camera_id, unit_id, severity, app_code, is_archived, alerts)
  select a.tenant_id, span.day, a.camera_id, coalesce(a.unit_id, uuid_nil()), a.severity, a.app_code, a.is_archived,
      sign * count(*)
    from changed a join tenant s on s.id = a.tenant_id
      cross join lateral (values (date '-infinity'), (site_day(a.occurred_at, s.timezone))) span (day)
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, day, camera_id, unit_id, severity, app_code, is_archived)
    do update set alerts = t.alerts + excluded.alerts;
  return null;
end $$;

-- Moves alerts from one row of the tallies to another: archived, a unit that was closed. Most updates (seen, clip) move none.
create function alert_tally_move() returns trigger
language plpgsql as $$
begin
  if not exists (
    select from before b join changed c using (tenant_id, id)
    where (b.occurred_at, b.created_at, b.unit_id, b.camera_id, b.severity, b.app_code, b.is_archived) is distinct from
      (c.occurred_at, c.created_at, c.unit_id, c.camera_id, c.severity, c.app_code, c.is_archived)) then
    return null;
  end if;

  insert into alert_tally as t (tenant_id, day, arrived_on, unit_id, severity, app_code, is_archived, alerts)
  select a.tenant_id, site_day(a.occurred_at, s.timezone), site_day(a.created_at, s.timezone),
      coalesce(a.unit_id, uuid_nil()), a.severity, a.app_code, a.is_archived, sum(a.sign)
    from (select b.*, -1 as sign from before b union all select c.*, 1 from changed c) a
      join tenant s on s.id = a.tenant_id
    group by 1, 2, 3, 4, 5, 6, 7 having sum(a.sign) <> 0 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, day, arrived_on, unit_id, severity, app_code, is_archived)
    do update set alerts = t.alerts + excluded.alerts;

  insert into alert_camera_tally as t (tenant_id, day, camera_id, unit_id, severity, app_code, is_archived, alerts)
  select a.tenant_id, span.day, a.camera_id, coalesce(a.unit_id, uuid_nil()), a.severity, a.app_code, a.is_archived,
      sum(a.sign)
    from (select b.*, -1 as sign from before b union all select c.*, 1 from changed c) a
      join tenant s on s.id = a.tenant_id
      cross join lateral (values (date '-infinity'), (site_day(a.occurred_at, s.timezone))) span (day)
    group by 1, 2, 3, 4, 5, 6, 7 having sum(a.sign) <> 0 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, day, camera_id, unit_id, severity, app_code, is_archived)
    do update set alerts = t.alerts + excluded.alerts;
  return null;
end $$;

create trigger alert_counted_in after insert on alert referencing new table as changed
  for each statement execute function alert_tally_count();
create trigger alert_counted_out after delete on alert referencing old table as changed
  for each statement execute function alert_tally_count();
create trigger alert_moved after update on alert referencing old table as before new table as changed
  for each statement execute function alert_tally_move();

-- A site that moves to another time zone has other days: its tallies are made anew while nothing else writes alerts.
create function alert_tally_rebuild() returns trigger
language plpgsql as $$
begin
  lock table alert in share row exclusive mode;
  delete from alert_tally where tenant_id = new.id;
  delete from alert_camera_tally where tenant_id = new.id;
  insert into alert_tally (tenant_id, day, arrived_on, unit_id, severity, app_code, is_archived, alerts)
  select tenant_id, site_day(occurred_at, new.timezone), site_day(created_at, new.timezone),
      coalesce(unit_id, uuid_nil()), severity, app_code, is_archived, count(*)
    from alert where tenant_id = new.id group by 1, 2, 3, 4, 5, 6, 7;
  insert into alert_camera_tally (tenant_id, day, camera_id, unit_id, severity, app_code, is_archived, alerts)
  select tenant_id, span.day, camera_id, coalesce(unit_id, uuid_nil()), severity, app_code, is_archived, count(*)
    from alert cross join lateral (values (date '-infinity'), (site_day(occurred_at, new.timezone))) span (day)
    where tenant_id = new.id group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;
create trigger tenant_moved_zone after update of timezone on tenant
  for each row when (old.timezone is distinct from new.timezone) execute function alert_tally_rebuild();
