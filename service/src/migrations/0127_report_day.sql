-- What the General Report says of each day that is over, so that a month and a year are read by days and units and not by
-- alerts. Requirements METRIC-01, METRIC-03; performance.md P3.

-- The first instant of a day in a site's calendar, also where clocks that are set back reach the day before again.
-- One expression, so that the planner puts it where it is called.
create function site_day_start(day date, timezone text) returns timestamptz
language sql stable parallel safe as $$
  select case when site_day((day::timestamp at time zone timezone) - interval '1 hour', timezone) = day
    then (day::timestamp at time zone timezone) - interval '1 hour' else day::timestamp at time zone timezone end
$$;

-- Days of a site that are over, by its calendar. The job metrics.sum-days notes a day, and sums it when whoever changed
-- its alerts before it was noted has long committed; whoever changes them from then on finds it here, locks it, and it is
-- summed anew. Of a day that is not summed the alerts themselves are read, so that reports are exact at any time.
create table report_day (
  tenant_id uuid not null references tenant (id),
  day       date not null,
  noted_at  timestamptz(3) not null,
  is_summed boolean not null default false,
  primary key (tenant_id, day)
);
create index report_day_to_sum on report_day (day desc) where not is_summed;
select isolate('report_day');

-- Of the alerts that are not deleted: those of a unit by each of its cameras, and under the highest uuid those of all its
-- cameras. As in the tallies, an alert without a unit or a camera is under the zero uuid.
create table report_day_figures (
  tenant_id uuid not null,
  camera_id uuid not null,
  day       date not null,
  unit_id   uuid not null,
  alerts    integer not null,
  -- From 00:00 by the clock of the site.
  hours     integer[] not null check (cardinality(hours) = 24),
  judged       integer not null,
  false_alarms integer not null,
  -- Not judged false.
  falls     integer not null,
  -- Critical and high ones that were not judged false, and the critical ones of those.
  incidents          integer not null,
  critical_incidents integer not null,
  -- Seconds to the first who saw each, as float8send() has them, one after the other: medians are of all of them.
  incident_seconds bytea not null,
  critical_seconds bytea not null,
  high_seconds     bytea not null,
  medium_seconds   bytea not null,
  critical_unseen  integer not null,
  high_unseen      integer not null,
  medium_unseen    integer not null,
  -- What every room is counted by lies in the index, where the days of a camera are side by side.
  primary key (tenant_id, camera_id, day, unit_id) include (alerts, judged, false_alarms, incidents, critical_incidents),
  foreign key (tenant_id, day) references report_day (tenant_id, day) on delete cascade
);
create index report_day_figures_of_day on report_day_figures (tenant_id, day);
select isolate('report_day_figures');

-- Days are locked in their order, so that two transactions never wait for each other crosswise.
create function report_day_count() returns trigger
language plpgsql as $$
declare
  touched record;
begin
  for touched in
    select distinct a.tenant_id, site_day(a.occurred_at, t.timezone) as day
      from changed a join tenant t on t.id = a.tenant_id order by 1, 2
  loop
    update report_day set is_summed = false where tenant_id = touched.tenant_id and day = touched.day;
  end loop;
  return null;
end $$;

-- What was archived, or got its clip, says nothing new.
create function report_day_move() returns trigger
language plpgsql as $$
declare
  touched record;
begin
  for touched in
    select distinct b.tenant_id, site_day(x.at, t.timezone) as day
      from before b join changed c using (tenant_id, id) join tenant t on t.id = b.tenant_id
        cross join lateral (values (b.occurred_at), (c.occurred_at)) x (at)
      where (b.occurred_at, b.created_at, b.first_seen_at, b.verdict, b.camera_id, b.unit_id, b.severity, b.activity,
          b.deleted_at is null) is distinct from
        (c.occurred_at, c.created_at, c.first_seen_at, c.verdict, c.camera_id, c.unit_id, c.severity, c.activity,
          c.deleted_at is null)
      order by 1, 2
  loop
    update report_day set is_summed = false where tenant_id = touched.tenant_id and day = touched.day;
  end loop;
  return null;
end $$;

create trigger report_day_of_new after insert on alert referencing new table as changed
  for each statement execute function report_day_count();
create trigger report_day_of_gone after delete on alert referencing old table as changed
  for each statement execute function report_day_count();
create trigger report_day_of_changed after update on alert referencing old table as before new table as changed
  for each statement execute function report_day_move();

-- A site that moves to another time zone has other days.
create function report_day_forget() returns trigger
language plpgsql as $$
begin
  delete from report_day where tenant_id = new.id;
  return null;
end $$;
-- By its name after tenant_moved_zone, which lets nobody else write alerts.
create trigger tenant_moved_zone_days after update of timezone on tenant
  for each row when (old.timezone is distinct from new.timezone) execute function report_day_forget();
