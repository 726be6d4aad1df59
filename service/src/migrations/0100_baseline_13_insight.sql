-- Insight: what hubs measure, the nights that follow from
-- it, and the sums that reports read.

-- Some minutes of a camera's seconds as its hub packed them, compressed with deflate. Written by insight/measurement.
create table measurement_block (
  tenant_id uuid not null,
  -- Made by the hub, time first.
  id        uuid not null,
  camera_id uuid not null,
  starts_at timestamptz(3) not null,
  -- Not included.
  ends_at   timestamptz(3) not null,
  body      bytea not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check (ends_at > starts_at and ends_at <= (starts_at + interval '15 minutes'))
);
-- It is compressed already.
alter table measurement_block alter column body set storage external;
-- Serves the seconds around a moment, the blocks of a minute, and forgetting.
create index measurement_block_by_camera on measurement_block (tenant_id, camera_id, starts_at);
create index measurement_block_oldest on measurement_block (tenant_id, ends_at);
select isolate('measurement_block');

-- The sums of a full UTC hour of a camera, of all blocks that were ever stored, whatever their order. Written by
-- insight/measurement. Requirements METRIC-02, METRIC-03.
create table measured_hour (
  tenant_id         uuid not null,
  camera_id         uuid not null,
  starts_at         timestamptz(3) not null,
  -- Seconds with images that could be judged; of those, seconds in which it is known whether somebody was in the
  -- bed.
  seconds_observed  integer not null,
  seconds_bed_known integer not null,
  seconds_in_bed    integer not null,
  -- Seconds with somebody out of bed.
  seconds_person    integer not null,
  -- The share of pixels that moved in the watched region (the bed, where one is outlined) and outside of it, in
  -- 1/10000, summed over the seconds; and the first of the seconds in bed alone.
  motion_inside     integer not null,
  motion_outside    integer not null,
  motion_in_bed     integer not null,
  -- The same by minute: service/src/platform/measured.ts.
  minutes           bytea not null check (length(minutes) = 960),
  primary key (tenant_id, camera_id, starts_at),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id)
);
-- Most of it is zeros: compressed where it lies.
alter table measured_hour alter column minutes set storage main;
alter table measured_hour set (toast_tuple_target = 256);
select isolate('measured_hour');

-- How much of each day of a camera was seen, summed from its hours: a report of a year reads days. The triggers below
-- are the only writers. Requirement METRIC-01; performance.md P3.
create table measured_day (
  tenant_id        uuid not null,
  camera_id        uuid not null,
  -- Of UTC, so that a site that moves to another time zone keeps them.
  day              date not null,
  seconds_observed integer not null,
  primary key (tenant_id, camera_id, day),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id)
);
select isolate('measured_day');

-- Adds the hours of one statement to their days. Rows are touched in the order of their keys, so that two
-- transactions never wait for each other crosswise.
create function measured_day_count() returns trigger
language plpgsql as $$
begin
  insert into measured_day as d (tenant_id, camera_id, day, seconds_observed)
  select h.tenant_id, h.camera_id, (h.starts_at at time zone 'UTC')::date, sum(h.seconds_observed)
    from changed h group by 1, 2, 3 order by 1, 2, 3
  on conflict (tenant_id, camera_id, day) do update set seconds_observed = d.seconds_observed + excluded.seconds_observed;
  return null;
end $$;
revoke execute on function measured_day_count() from public;
create trigger measured_day_of_new after insert on measured_hour referencing new table as changed for each statement
  execute function measured_day_count();

-- What is the same before and after adds up to nothing and touches no row.
create function measured_day_move() returns trigger
language plpgsql as $$
begin
  insert into measured_day as d (tenant_id, camera_id, day, seconds_observed)
  select h.tenant_id, h.camera_id, (h.starts_at at time zone 'UTC')::date, sum(h.sign * h.seconds_observed)
    from (select b.*, -1 as sign from before b union all select c.*, 1 from changed c) h
    group by 1, 2, 3 having sum(h.sign * h.seconds_observed) <> 0 order by 1, 2, 3
  on conflict (tenant_id, camera_id, day) do update set seconds_observed = d.seconds_observed + excluded.seconds_observed;
  return null;
end $$;
revoke execute on function measured_day_move() from public;
create trigger measured_day_of_changed after update on measured_hour
  referencing old table as before new table as changed for each statement execute function measured_day_move();

-- A room of which hours were measured since its nights were last worked out, so that no job searches all nights of
-- all rooms. Written by the triggers below, removed by insight/metrics. Requirement METRIC-02.
create table sleep_due (
  tenant_id uuid not null,
  camera_id uuid not null,
  -- The first hour that came or changed since, and when its night is over by the clock of the site.
  since     timestamptz(3) not null,
  due_at    timestamptz(3) not null,
  primary key (tenant_id, camera_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id)
);
create index sleep_due_next on sleep_due (due_at);
select isolate('sleep_due');

-- When the night of an instant is over: it lasts from 18:00 to 18:00.
create function night_end(at timestamptz, timezone text) returns timestamptz
language sql immutable parallel safe as $$
  select (((at at time zone timezone) - interval '18 hours')::date + interval '42 hours') at time zone timezone
$$;

-- Notes the rooms of one statement. Rows are touched in the order of their keys, so that two transactions never wait
-- for each other crosswise.
create function sleep_due_note() returns trigger
language plpgsql as $$
begin
  insert into sleep_due as d (tenant_id, camera_id, since, due_at)
  select c.tenant_id, c.id, h.since, night_end(h.since, t.timezone)
    from (select tenant_id, camera_id, min(starts_at) as since from changed group by 1, 2) h
      join camera c on c.tenant_id = h.tenant_id and c.id = h.camera_id and c.location_type = 'ROOM'
      join tenant t on t.id = c.tenant_id
    order by 1, 2
  on conflict (tenant_id, camera_id) do update set since = excluded.since, due_at = excluded.due_at
    where excluded.since < d.since;
  return null;
end $$;
revoke execute on function sleep_due_note() from public;
create trigger sleep_due_of_new after insert on measured_hour referencing new table as changed for each statement
  execute function sleep_due_note();
create trigger sleep_due_of_changed after update on measured_hour referencing new table as changed
  for each statement execute function sleep_due_note();

-- Everything counts that a camera measured before it was moved to a room.
create function sleep_due_begin() returns trigger
language plpgsql as $$
begin
  insert into sleep_due as d (tenant_id, camera_id, since, due_at)
  select new.tenant_id, new.id, h.since, night_end(h.since, t.timezone)
    from (select min(starts_at) as since from measured_hour where tenant_id = new.tenant_id and camera_id = new.id) h
      join tenant t on t.id = new.tenant_id
    where h.since is not null
  on conflict (tenant_id, camera_id) do update set since = excluded.since, due_at = excluded.due_at;
  return null;
end $$;
revoke execute on function sleep_due_begin() from public;
create trigger sleep_due_of_room after update of location_type on camera for each row
  when (new.location_type = 'ROOM' and old.location_type <> 'ROOM') execute function sleep_due_begin();

-- A night as it was worked out from the minutes, with its values: a month of two hundred rooms is read from here.
-- Written by insight/metrics. Requirement METRIC-02.
create table sleep_night (
  tenant_id      uuid not null,
  camera_id      uuid not null,
  -- The date on which it starts, and 18:00 of it by the clock of the site.
  day            date not null,
  starts_at      timestamptz(3) not null,
  -- The share of its minutes of which it is known whether somebody was in bed.
  coverage_share double precision not null,
  -- Minutes from starts_at, as time passes; all null when nobody was in bed.
  bedtime        integer,
  onset          integer,
  wake           integer,
  get_up         integer,
  -- By the wall clock, in minutes from 00:00.
  bedtime_of_day integer,
  wake_of_day    integer,
  get_up_of_day  integer,
  waso_minutes   integer,
  -- Awakenings of more than five minutes.
  awakenings     integer,
  -- Mean per minute in bed, in the camera's own measure.
  motion         double precision,
  -- Sums of the hours that it was worked out of: with others it is worked out anew.
  worked_from    bigint not null,
  -- Whether the values below are those of this night against the thirty days before it. Until they are, reports work
  -- them out.
  is_valued      boolean not null default false,
  -- All null when the night is not valid. Times of day are above.
  score          double precision,
  duration       double precision,
  efficiency     double precision,
  tranquility    double precision,
  bedtime_score  double precision,
  wake_up_score  double precision,
  sleep_minutes  double precision,
  primary key (tenant_id, camera_id, day),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check (num_nulls(bedtime, onset, wake, get_up, bedtime_of_day, wake_of_day, get_up_of_day, waso_minutes,
    awakenings) in (0, 9)),
  constraint sleep_night_values
    check (num_nulls(score, duration, efficiency, tranquility, bedtime_score, wake_up_score, sleep_minutes) in
    (0, 7))
);
create index sleep_night_to_value on sleep_night (tenant_id, camera_id, day) where not is_valued;
select isolate('sleep_night');

-- A day of a site that is over, by its calendar, so that reports of a month and a year are read by days and units and
-- not by alerts. The job metrics.sum-days notes a day, and sums it when every change of its alerts from before the
-- note has long been committed; a later change finds it here, locks it, and it is summed anew. Of a day that is not
-- summed the alerts themselves are read, so that reports are exact at any time. Requirements METRIC-01, METRIC-03;
-- performance.md P3.
create table report_day (
  tenant_id uuid not null references tenant (id),
  day       date not null,
  noted_at  timestamptz(3) not null,
  is_summed boolean not null default false,
  primary key (tenant_id, day)
);
create index report_day_to_sum on report_day (day desc) where not is_summed;
select isolate('report_day');

-- The figures of a summed day, of alerts that are not deleted: those of a unit by each of its cameras, and under the
-- highest uuid those of all its cameras. As in the tallies, an alert without a unit or a camera is under the zero
-- uuid. Written by the job metrics.sum-days.
create table report_day_figures (
  tenant_id          uuid not null,
  camera_id          uuid not null,
  day                date not null,
  unit_id            uuid not null,
  alerts             integer not null,
  -- From 00:00 by the clock of the site.
  hours              integer[] not null check (cardinality(hours) = 24),
  judged             integer not null,
  false_alarms       integer not null,
  -- Not judged false.
  falls              integer not null,
  -- Critical and high ones that were not judged false, and the critical ones of those.
  incidents          integer not null,
  critical_incidents integer not null,
  -- Seconds to the first answer of each, as float8send() has them, one after the other: medians are of all of them.
  incident_seconds   bytea not null,
  critical_seconds   bytea not null,
  high_seconds       bytea not null,
  medium_seconds     bytea not null,
  critical_unseen    integer not null,
  high_unseen        integer not null,
  medium_unseen      integer not null,
  -- Ended by themselves: neither seen nor unseen.
  returned           integer not null,
  -- What every room is counted by lies in the index, where the days of a camera are side by side.
  primary key (tenant_id, camera_id, day, unit_id)
    include (alerts, judged, false_alarms, incidents, critical_incidents),
  foreign key (tenant_id, day) references report_day (tenant_id, day) on delete cascade
);
create index report_day_figures_of_day on report_day_figures (tenant_id, day);
select isolate('report_day_figures');

-- Alerts that came or went: their days are summed anew. Days are locked in their order, so that two transactions
-- never wait for each other crosswise.
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
create trigger report_day_of_new after insert on alert referencing new table as changed for each statement
  execute function report_day_count();
create trigger report_day_of_gone after delete on alert referencing old table as changed for each statement
  execute function report_day_count();

-- What was archived, or got its clip, says nothing new. Days are locked in their order, so that two transactions
-- never wait for each other crosswise.
create function report_day_move() returns trigger
language plpgsql as $$
declare
  touched record;
begin
  for touched in
    select distinct b.tenant_id, site_day(x.at, t.timezone) as day
      from before b join changed c using (tenant_id, id) join tenant t on t.id = b.tenant_id
        cross join lateral (values (b.occurred_at), (c.occurred_at)) x (at)
      where (b.occurred_at, b.created_at, b.verdict, b.camera_id, b.unit_id, b.severity, b.activity,
          b.deleted_at is null,
          alert_answered_at(b.alarm_state, b.first_seen_at, b.claimed_at, b.resolved_at, b.outcome),
          b.outcome is not distinct from 'returned') is distinct from
        (c.occurred_at, c.created_at, c.verdict, c.camera_id, c.unit_id, c.severity, c.activity,
          c.deleted_at is null,
          alert_answered_at(c.alarm_state, c.first_seen_at, c.claimed_at, c.resolved_at, c.outcome),
          c.outcome is not distinct from 'returned')
      order by 1, 2
  loop
    update report_day set is_summed = false where tenant_id = touched.tenant_id and day = touched.day;
  end loop;
  return null;
end $$;
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
create trigger tenant_moved_zone_days after update of timezone on tenant for each row
  when (old.timezone is distinct from new.timezone) execute function report_day_forget();

-- A shift in which an hour went beyond the budget: its administrators were notified, once. Written by insight/load.
create table load_notice (
  tenant_id  uuid not null,
  -- The id of a shift, or 'day' and 'night' of a site that has none.
  shift_key  text not null,
  starts_at  timestamptz(3) not null,
  noticed_at timestamptz(3) not null,
  -- In the hour before, and the budget then.
  alarms     integer not null check (alarms > budget),
  budget     integer not null,
  primary key (tenant_id, shift_key, starts_at),
  foreign key (tenant_id) references tenant (id) on delete cascade
);
-- Serves forgetting.
create index load_notice_oldest on load_notice (noticed_at);
select isolate('load_notice');
