-- Rooms of which hours were measured since their nights were last worked out, so that nobody looks through all nights of
-- all rooms for those that are due. Requirement METRIC-02.
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

-- Rows are touched in the order of their keys, so that two transactions never wait for each other crosswise.
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

create trigger sleep_due_of_new after insert on measured_hour referencing new table as changed
  for each statement execute function sleep_due_note();
create trigger sleep_due_of_changed after update on measured_hour referencing new table as changed
  for each statement execute function sleep_due_note();

-- Of a camera that is moved to a room everything counts that it measured.
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

-- The fence holds for the owner too, who has no policy and would see no row.
alter table tenant no force row level security;
alter table camera no force row level security;
alter table measured_hour no force row level security;
alter table sleep_due no force row level security;
insert into sleep_due (tenant_id, camera_id, since, due_at)
  select c.tenant_id, c.id, h.since, night_end(h.since, t.timezone)
    from camera c join tenant t on t.id = c.tenant_id
      cross join lateral (
        select starts_at as since from measured_hour m where m.tenant_id = c.tenant_id and m.camera_id = c.id
        order by starts_at limit 1) h
    where c.location_type = 'ROOM';
alter table tenant force row level security;
alter table camera force row level security;
alter table measured_hour force row level security;
alter table sleep_due force row level security;
