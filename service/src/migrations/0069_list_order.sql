-- What lists are ordered and searched by, stored, so that far pages and searches read indexes alone. performance.md.

alter table camera
  -- The name as lists are ordered by it.
  add column sort_name text not null generated always as (lower(name)) stored,
  -- What a search looks into, one to a line: name and location.
  add column search_text text not null generated always as (lower(name || E'\n' || location)) stored,
  -- The unit; the zero uuid for none, as in camera_tally.
  add column tally_unit_id uuid not null generated always as (coalesce(unit_id, uuid_nil())) stored;

-- Lists of one site. Their rows have all that scope, order and search ask for, so no camera is read to be passed over.
drop index camera_name, camera_by_status, camera_by_status_down, camera_by_location;
create unique index camera_name on camera (tenant_id, sort_name) include (id, unit_id) where deregistered_at is null;
create index camera_by_search on camera (tenant_id, sort_name) include (id, unit_id, search_text)
  where deregistered_at is null;
create index camera_by_status on camera (tenant_id, shown_status, sort_name, id) include (unit_id, location_type)
  where deregistered_at is null;
create index camera_by_type on camera (tenant_id, type, sort_name, id) include (unit_id) where deregistered_at is null;
-- The other way round with names from the first letter on, which no index gives when it is read backwards.
create index camera_by_status_down on camera (tenant_id, shown_status desc, sort_name, id) include (unit_id)
  where deregistered_at is null;
create index camera_by_type_down on camera (tenant_id, type desc, sort_name, id) include (unit_id)
  where deregistered_at is null;
create index camera_by_location on camera (tenant_id, lower(location), sort_name, id) where deregistered_at is null;
create index camera_by_unit_name on camera (tenant_id, tally_unit_id, sort_name, id) include (unit_id)
  where deregistered_at is null;

alter table app_user
  -- The name as lists are ordered by it.
  add column sort_name text not null generated always as (lower(first_name || ' ' || last_name)) stored,
  -- What a search looks into, one to a line: the name both ways round, e-mail address, user name, mobile number.
  add column search_text text not null generated always as (lower(first_name || ' ' || last_name || E'\n' ||
    last_name || ' ' || first_name || E'\n' || email || E'\n' || user_name || E'\n' || mobile_no)) stored;

drop index app_user_by_name, app_user_by_role, app_user_by_role_down;
create index app_user_by_name on app_user (tenant_id, sort_name, id);
create index app_user_by_role on app_user (tenant_id, role_rank(role), sort_name, id);
create index app_user_by_role_down on app_user (tenant_id, role_rank(role) desc, sort_name, id);
-- Of all sites at once, for whoever runs the installation.
create index app_user_by_name_everywhere on app_user (sort_name, id);
