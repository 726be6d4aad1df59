-- Lists of users that take as long among five thousand as among fifty. Requirement USER-01; performance.md.

-- How many users there are, kept in the transaction that changes it. The triggers below are the only writers.
create table user_tally (
  tenant_id   uuid not null references tenant (id) on delete cascade,
  role        text not null,
  is_disabled boolean not null,
  users       integer not null,
  primary key (tenant_id, role, is_disabled)
) with (fillfactor = 70);
select isolate('user_tally');

-- Counts the users of one statement in or out. Rows are touched in the order of their keys, as in alert_tally_count().
create function user_tally_count() returns trigger
language plpgsql as $$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into user_tally as t (tenant_id, role, is_disabled, users)
  select u.tenant_id, u.role, u.disabled_at is not null, sign * count(*) from changed u group by 1, 2, 3 order by 1, 2, 3
  on conflict (tenant_id, role, is_disabled) do update set users = t.users + excluded.users;
  return null;
end $$;

-- Moves one user to another role or tenant, into or out of the disabled ones. By row, so that a sign-in costs nothing.
create function user_tally_move() returns trigger
language plpgsql as $$
begin
  insert into user_tally as t (tenant_id, role, is_disabled, users)
  select u.tenant_id, u.role, u.disabled_at is not null, sum(u.sign)
    from (values (old.tenant_id, old.role, old.disabled_at, -1), (new.tenant_id, new.role, new.disabled_at, 1))
      u (tenant_id, role, disabled_at, sign)
    group by 1, 2, 3 order by 1, 2, 3
  on conflict (tenant_id, role, is_disabled) do update set users = t.users + excluded.users;
  return null;
end $$;

create trigger user_counted_in after insert on app_user referencing new table as changed
  for each statement execute function user_tally_count();
create trigger user_counted_out after delete on app_user referencing old table as changed
  for each statement execute function user_tally_count();
create trigger user_moved after update of tenant_id, role, disabled_at on app_user for each row
  when ((old.tenant_id, old.role, old.disabled_at is null)
    is distinct from (new.tenant_id, new.role, new.disabled_at is null))
  execute function user_tally_move();

-- The fence holds for the owner too, who has no policy and would see no row to count.
alter table app_user no force row level security;
alter table user_tally no force row level security;
insert into user_tally (tenant_id, role, is_disabled, users)
select tenant_id, role, disabled_at is not null, count(*) from app_user group by 1, 2, 3;
alter table app_user force row level security;
alter table user_tally force row level security;

-- From the lowest role to the highest; user.queries.ts has the same expression.
create function role_rank(role text) returns integer
language sql immutable parallel safe as $$
  select array_position(array['ANNOTATOR', 'DEMO_USER', 'RESTRICTED_USER', 'USER', 'ADMIN', 'ORG_ADMIN', 'SUPER_ADMIN'], role)
$$;
-- Either way with names from the first letter on.
create index app_user_by_role on app_user (tenant_id, role_rank(role), lower(first_name || ' ' || last_name), id);
create index app_user_by_role_down on app_user
  (tenant_id, role_rank(role) desc, lower(first_name || ' ' || last_name), id);
-- Who never came counts as longest away.
create index app_user_by_absence on app_user (tenant_id, last_sign_in_at nulls first, id);
drop index app_user_by_last_sign_in;
