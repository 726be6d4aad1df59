-- Lists of cameras that take as long among twenty thousand as among two hundred. Requirement CAM-01; performance.md.

-- How many cameras a list has, deregistered ones left out, kept in the transaction that changes it. The triggers below
-- are the only writers. A camera without a unit counts under the zero uuid. Rows that fell to zero stay.
create table camera_tally (
  tenant_id uuid not null references tenant (id) on delete cascade,
  unit_id   uuid not null,
  cameras   integer not null,
  primary key (tenant_id, unit_id)
) with (fillfactor = 70);
select isolate('camera_tally');

-- Counts the cameras of one statement in or out. Rows are touched in the order of their keys, as in alert_tally_count().
create function camera_tally_count() returns trigger
language plpgsql as $$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into camera_tally as t (tenant_id, unit_id, cameras)
  select c.tenant_id, coalesce(c.unit_id, uuid_nil()), sign * count(*) from changed c
    where c.deregistered_at is null group by 1, 2 order by 1, 2
  on conflict (tenant_id, unit_id) do update set cameras = t.cameras + excluded.cameras;
  return null;
end $$;

-- Moves one camera to another unit, or out. By row, since only a row's trigger can leave the many heartbeats alone.
create function camera_tally_move() returns trigger
language plpgsql as $$
begin
  insert into camera_tally as t (tenant_id, unit_id, cameras)
  select c.tenant_id, coalesce(c.unit_id, uuid_nil()), sum(c.sign)
    from (values (old.tenant_id, old.unit_id, old.deregistered_at, -1),
      (new.tenant_id, new.unit_id, new.deregistered_at, 1)) c (tenant_id, unit_id, deregistered_at, sign)
    where c.deregistered_at is null group by 1, 2 order by 1, 2
  on conflict (tenant_id, unit_id) do update set cameras = t.cameras + excluded.cameras;
  return null;
end $$;

create trigger camera_counted_in after insert on camera referencing new table as changed
  for each statement execute function camera_tally_count();
create trigger camera_counted_out after delete on camera referencing old table as changed
  for each statement execute function camera_tally_count();
create trigger camera_moved after update of tenant_id, unit_id, deregistered_at on camera for each row
  when ((old.tenant_id, old.unit_id, old.deregistered_at is null)
    is distinct from (new.tenant_id, new.unit_id, new.deregistered_at is null))
  execute function camera_tally_move();

-- The fence holds for the owner too, who has no policy and would see no row to count.
alter table camera no force row level security;
alter table camera_tally no force row level security;
insert into camera_tally (tenant_id, unit_id, cameras)
select tenant_id, coalesce(unit_id, uuid_nil()), count(*) from camera where deregistered_at is null group by 1, 2;
alter table camera force row level security;
alter table camera_tally force row level security;

-- By status, either way with names from the first letter on; camera_name gives the order by name.
create index camera_by_status on camera (tenant_id, shown_status, lower(name), id) where deregistered_at is null;
create index camera_by_status_down on camera (tenant_id, shown_status desc, lower(name), id)
  where deregistered_at is null;
create index camera_by_location on camera (tenant_id, lower(location), lower(name), id) where deregistered_at is null;
