-- How much of each day of a camera was seen, summed from its hours: what a report of a year rests on is read from days.
-- Requirement METRIC-01; performance.md P3. The triggers are the only writers.
create table measured_day (
  tenant_id  uuid not null,
  camera_id  uuid not null,
  -- Of UTC, so that a site that moves to another time zone keeps them.
  day        date not null,
  seconds_observed integer not null,
  primary key (tenant_id, camera_id, day),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id)
);
select isolate('measured_day');

-- Rows are touched in the order of their keys, so that two transactions never wait for each other crosswise.
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

create trigger measured_day_of_new after insert on measured_hour referencing new table as changed
  for each statement execute function measured_day_count();
create trigger measured_day_of_changed after update on measured_hour referencing old table as before new table as changed
  for each statement execute function measured_day_move();

-- The fence holds for the owner too, who has no policy and would see no row to sum.
alter table measured_hour no force row level security;
alter table measured_day no force row level security;
insert into measured_day (tenant_id, camera_id, day, seconds_observed)
  select tenant_id, camera_id, (starts_at at time zone 'UTC')::date, sum(seconds_observed) from measured_hour group by 1, 2, 3;
alter table measured_hour force row level security;
alter table measured_day force row level security;
