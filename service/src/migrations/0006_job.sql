-- Which instance runs a job right now. A lease that is not renewed falls to the next one.
create table job_lease (
  name   text primary key,
  holder uuid not null,
  until  timestamptz(3) not null
);
alter table job_lease enable row level security;
alter table job_lease force row level security;
create policy platform_all on job_lease to mimamori_platform using (true) with check (true);
grant select, insert, update, delete on job_lease to mimamori_platform;

-- Facts about this installation that must be one for all instances, such as the code of the first run.
create table installation (
  key        text primary key,
  value      jsonb not null,
  updated_at timestamptz(3) not null default now()
);
alter table installation enable row level security;
alter table installation force row level security;
create policy platform_all on installation to mimamori_platform using (true) with check (true);
grant select, insert, update, delete on installation to mimamori_platform;
