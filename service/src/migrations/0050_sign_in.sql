-- What is known of each sign-in: when a user last did, and with which browser. Requirements USER-01, AUTH-18.
alter table app_user add column last_sign_in_at timestamptz(3);
-- The owner of the tables is fenced like everybody; for the rows of before the fence is lifted.
alter table app_user no force row level security;
alter table session no force row level security;
update app_user u set last_sign_in_at =
  (select max(created_at) from session s where s.tenant_id = u.tenant_id and s.user_id = u.id and s.acting_tenant_id = s.tenant_id);
alter table app_user force row level security;
alter table session force row level security;
-- The list of users by name, and by how long ago they were here.
create index app_user_by_name on app_user (tenant_id, lower(first_name || ' ' || last_name), id);
create index app_user_by_last_sign_in on app_user (tenant_id, last_sign_in_at, id);

-- As the browser sent it, shortened; its name and system are read from it when it is shown.
alter table session add column user_agent text not null default '';
