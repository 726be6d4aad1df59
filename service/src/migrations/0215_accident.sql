-- Accident reports to the municipality in the ministry's form. Requirement REPORT-05; decision 0026.

-- One report as it is now. Written by care/accident.
create table accident (
  tenant_id      uuid not null references tenant (id),
  id             uuid not null default uuidv7(),
  -- Null: the alert was deleted since.
  alert_id       uuid,
  -- Of a room without a stay, or of a resident who was erased since: null. The form names the person itself.
  resident_id    uuid,
  -- The unit of the camera at that time; decides who may see it. No key: the report stays when the unit goes.
  unit_id        uuid,
  location       text not null,
  state          text not null default 'draft' check (state in ('draft', 'checked', 'submitted')),
  -- First report, second report: grows when a submitted report is opened again.
  issue          integer not null default 1,
  -- Grows with each step; an older one is a conflict.
  version        integer not null default 1,
  -- The contract's AccidentForm.
  form           jsonb not null,
  -- Sentences that came from evidence: the contract's AccidentSource[].
  sources        jsonb not null default '[]',
  person_name    text not null,
  occurred_at    timestamptz(3),
  is_final       boolean not null default false,
  missing_count  integer not null,
  edited_by      uuid not null,
  edited_by_name text not null,
  edited_at      timestamptz(3) not null,
  checked_by     uuid,
  checked_by_name text,
  checked_at     timestamptz(3),
  -- The last time, by the site's calendar. Set once, it stays: the report was sent.
  submitted_on   date,
  created_at     timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete set null (alert_id),
  foreign key (tenant_id, resident_id) references resident (tenant_id, id) on delete set null (resident_id),
  check (state = 'draft' or checked_by is not null),
  check (state <> 'submitted' or submitted_on is not null)
);
-- One for each alert and resident; without a resident the alert's row lock holds it.
create unique index accident_of_alert on accident (tenant_id, alert_id, resident_id);
create index accident_by_time on accident (tenant_id, coalesce(occurred_at, created_at) desc, id desc);
create index accident_by_resident on accident (tenant_id, resident_id) where resident_id is not null;
-- Serves the job that drops reports after five years.
create index accident_by_edit on accident (edited_at);
select isolate('accident');

-- One revision: what somebody did, with the form as it was. Added and read, never changed. Written by care/accident.
create table accident_step (
  tenant_id    uuid not null,
  accident_id  uuid not null,
  version      integer not null,
  issue        integer not null,
  kind         text not null check (kind in ('created', 'saved', 'checked', 'submitted', 'next')),
  user_id      uuid not null,
  user_name    text not null,
  at           timestamptz(3) not null,
  state        text not null,
  form         jsonb not null,
  sources      jsonb not null,
  submitted_on date,
  primary key (tenant_id, accident_id, version),
  foreign key (tenant_id, accident_id) references accident (tenant_id, id) on delete cascade
);
select isolate('accident_step', 'select, insert');

-- A report that was never sent goes with its resident; a sent one stays as the facility's record.
create function drop_unsent_accidents() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  delete from accident where tenant_id = old.tenant_id and resident_id = old.id and submitted_on is null;
  return old;
end $$;
create trigger resident_accidents before delete on resident for each row execute function drop_unsent_accidents();
