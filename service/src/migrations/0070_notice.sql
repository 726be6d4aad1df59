-- What people are to be told, before it is known whom and how. A row is written in the transaction of its cause, and the
-- one who reads it turns it into messages and removes it. Requirements ALERT-04, CAM-04, SET-05, NAV-10.
create table notice (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  -- raised: an alert was stored. escalated: nobody has seen it in time. resent: a person asked for it again.
  -- sample: a person tries whether messages arrive.
  cause      text not null check (cause in ('raised', 'escalated', 'resent', 'sample')),
  alert_id   uuid,
  -- The rule that fired; its recipients are those of now, not of when the alert was raised.
  escalation_id uuid,
  -- Who asked for it; for a sample also who is told.
  user_id    uuid,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  foreign key (tenant_id, escalation_id) references escalation (tenant_id, id) on delete cascade,
  check ((alert_id is null) = (cause = 'sample')),
  check ((escalation_id is not null) = (cause = 'escalated')),
  check ((user_id is not null) = (cause in ('resent', 'sample')))
);
create index notice_by_time on notice (created_at);
create index notice_by_alert on notice (tenant_id, alert_id);
create index notice_by_escalation on notice (tenant_id, escalation_id) where escalation_id is not null;
select isolate('notice');

-- One for each alert, in its own transaction, so that none is lost and none is told that was rolled back. What a hub
-- brings a day late is in the lists and wakes nobody.
create function alert_notice() returns trigger
language plpgsql as $$
begin
  insert into notice (tenant_id, cause, alert_id, created_at)
  select a.tenant_id, 'raised', a.id, a.created_at from arrived a
    where a.occurred_at > a.created_at - interval '24 hours';
  return null;
end $$;
revoke execute on function alert_notice() from public;

create trigger alert_notice after insert on alert referencing new table as arrived
  for each statement execute function alert_notice();
