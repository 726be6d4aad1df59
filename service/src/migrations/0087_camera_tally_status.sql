-- How many cameras are in each status, and how many of them in rooms, without counting them. CAM-01, SITE-01; performance.md.

drop trigger camera_counted_in on camera;
drop trigger camera_counted_out on camera;
drop trigger camera_moved on camera;
drop function camera_tally_count, camera_tally_move;
drop table camera_tally;

-- Deregistered cameras are left out. Kept in the transaction that changes a camera; the triggers below are the only
-- writers. A camera without a unit counts under the zero uuid. Rows that fell to zero stay.
create table camera_tally (
  tenant_id uuid not null references tenant (id) on delete cascade,
  unit_id   uuid not null,
  -- As shown, see camera.shown_status.
  status    text not null,
  -- In a resident's room; false: in a place for all.
  is_room   boolean not null,
  cameras   integer not null,
  primary key (tenant_id, unit_id, status, is_room)
) with (fillfactor = 70);
select isolate('camera_tally');

-- Counts the cameras of one statement in, out or over. By statement: of a thousand cameras that go offline together each
-- row of the tally is touched once. Rows are touched in the order of their keys, as in alert_tally_count().
create function camera_tally_count() returns trigger
language plpgsql as $$
begin
  insert into camera_tally as t (tenant_id, unit_id, status, is_room, cameras)
  select c.tenant_id, c.tally_unit_id, c.shown_status, c.location_type = 'ROOM',
      count(*) * case tg_op when 'DELETE' then -1 else 1 end
    from changed c where c.deregistered_at is null group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (tenant_id, unit_id, status, is_room) do update set cameras = t.cameras + excluded.cameras;
  return null;
end $$;

-- What is the same before and after adds up to nothing and touches no row: so most heartbeats.
create function camera_tally_move() returns trigger
language plpgsql as $$
begin
  insert into camera_tally as t (tenant_id, unit_id, status, is_room, cameras)
  select c.tenant_id, c.tally_unit_id, c.shown_status, c.location_type = 'ROOM', sum(c.sign)
    from (select *, -1 as sign from before union all select *, 1 from after) c
    where c.deregistered_at is null group by 1, 2, 3, 4 having sum(c.sign) <> 0 order by 1, 2, 3, 4
  on conflict (tenant_id, unit_id, status, is_room) do update set cameras = t.cameras + excluded.cameras;
  return null;
end $$;

create trigger camera_counted_in after insert on camera referencing new table as changed
  for each statement execute function camera_tally_count();
create trigger camera_counted_out after delete on camera referencing old table as changed
  for each statement execute function camera_tally_count();
create trigger camera_moved after update on camera referencing old table as before new table as after
  for each statement execute function camera_tally_move();

-- The fence holds for the owner too, who has no policy and would see no row to count.
alter table camera no force row level security;
alter table camera_tally no force row level security;
insert into camera_tally (tenant_id, unit_id, status, is_room, cameras)
select tenant_id, tally_unit_id, shown_status, location_type = 'ROOM', count(*) from camera
  where deregistered_at is null group by 1, 2, 3, 4;
alter table camera force row level security;
alter table camera_tally force row level security;
