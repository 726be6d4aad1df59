-- Care visits: somebody is with the resident, and alarms of chosen apps pause. Requirement ALARM-08.
create table visit (
  tenant_id   uuid not null,
  id          uuid not null default uuidv7(),
  camera_id   uuid not null,
  user_id     uuid not null,
  -- Names stay when users go.
  user_name   text not null check (user_name <> ''),
  -- Their alerts are stored as activity while the visit runs.
  app_codes   text[] not null check (cardinality(app_codes) between 1 and 5
    and app_codes <@ array['A001', 'A003', 'A004', 'A005', 'A006']),
  request_id  uuid not null,
  started_at  timestamptz(3) not null,
  -- No alert pauses from here on, whatever ends the visit, and when.
  ends_at     timestamptz(3) not null,
  ended_at    timestamptz(3),
  end_reason  text check (end_reason in ('time', 'hand', 'alone', 'replaced')),
  ended_by    uuid,
  ended_name  text,
  -- When the room was seen without staff after the end, and nobody lay on the floor or an alarm said so.
  settled_at  timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check (ends_at > started_at),
  check ((ended_at is null) = (end_reason is null)),
  check ((ended_by is null) = (ended_name is null)),
  check (settled_at is null or ended_at is not null)
);
create unique index visit_running on visit (tenant_id, camera_id) where ended_at is null;
create unique index visit_request on visit (tenant_id, request_id);
-- Serves the trigger below and the pages of a room.
create index visit_by_camera on visit (tenant_id, camera_id, started_at desc);
-- Serves the job that ends visits.
create index visit_unsettled on visit (tenant_id, camera_id) where settled_at is null;
select isolate('visit');

alter table alert
  -- The care visit in which it happened; null: none, or one that did not pause it.
  add column visit_id uuid,
  add constraint alert_visit foreign key (tenant_id, visit_id) references visit (tenant_id, id);

alter table alert_step
  drop constraint alert_step_kind,
  -- paused: it happened during a care visit of that person.
  add constraint alert_step_kind check (
    kind in ('seen', 'archived', 'unarchived', 'judged', 'deleted', 'restored', 'resent', 'reported', 'escalated',
      'claimed', 'joined', 'given-back', 'claim-expired', 'arrived', 'resolved', 'noted', 'asked', 'paused'));

-- However an alert is stored, its severity makes it an alarm. What is stored as read or archived is over; what a care
-- visit pauses is activity, read by the person who is there.
create or replace function alert_becomes_alarm() returns trigger
language plpgsql as $$
declare
  visiting record;
begin
  if new.alarm_state is null and new.first_seen_at is null and new.camera_id is not null then
    select v.id, v.user_id, v.user_name into visiting from visit v
      where v.tenant_id = new.tenant_id and v.camera_id = new.camera_id and v.started_at <= new.occurred_at
        and new.occurred_at < v.ends_at and (v.ended_at is null or new.occurred_at < v.ended_at)
        and new.activity = any(v.app_codes)
      order by v.started_at desc limit 1;
    if found then
      new.visit_id := visiting.id;
      new.first_seen_by := visiting.user_id;
      new.first_seen_name := visiting.user_name;
      new.first_seen_at := new.created_at;
      return new;
    end if;
  end if;
  if new.alarm_state is not null or not coalesce(
      (select new.severity = any(t.alarm_severities) from tenant t where t.id = new.tenant_id), false) then
    return new;
  end if;
  new.open_since := new.created_at;
  new.opening := 1;
  if new.first_seen_at is null and not new.is_archived then
    new.alarm_state := 'open';
    return new;
  end if;
  new.alarm_state := 'resolved';
  new.outcome := 'read-before';
  new.resolved_at := coalesce(new.first_seen_at, new.created_at);
  new.resolved_by := new.first_seen_by;
  new.resolved_name := coalesce(new.first_seen_name, '');
  return new;
end $$;

-- Of what a care visit paused nobody is notified.
create or replace function alert_notice() returns trigger
language plpgsql as $$
begin
  insert into notice (tenant_id, cause, alert_id, created_at)
  select a.tenant_id, 'raised', a.id, a.created_at from arrived a
    where a.occurred_at > a.created_at - interval '24 hours' and a.visit_id is null;
  return null;
end $$;

create or replace function external_alert_queue() returns trigger
language plpgsql as $$
begin
  insert into external_run (tenant_id, id, alert_id, camera_id, state, camera_count, next_at, expires_at, created_at,
    changed_at)
  select a.tenant_id, a.id, a.id, a.camera_id, 'pending', 1, a.created_at, a.occurred_at + interval '24 hours',
      a.created_at, a.created_at
    from arrived a
    join external_system s on s.tenant_id = a.tenant_id and s.is_enabled
    join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id and c.is_external_alert_on
    where a.occurred_at > a.created_at - interval '24 hours' and a.visit_id is null
  on conflict do nothing;
  return null;
end $$;
