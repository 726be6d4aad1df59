-- What was put off to active hours, or given up, is found by itself: after a start, and when the clock was set back, it
-- is looked at anew, and among a hundred thousand rows that wait it must not be searched for. Requirement SET-05.
alter table alert_escalation
  -- True: decided on once, and neither fired nor dropped.
  add column is_put_off boolean not null default false;

-- The fence holds for the owner too, who has no policy and would see no row.
alter table alert_escalation no force row level security;
update alert_escalation set is_put_off = true where fired_at is null;
alter table alert_escalation force row level security;
create index alert_escalation_put_off on alert_escalation (ends_at) where is_put_off;

create or replace function alert_escalation_of_rule() returns trigger
language plpgsql as $$
begin
  perform from alert_escalation
    where tenant_id = new.tenant_id and escalation_id = new.id and fired_at is null order by alert_id for update;
  update alert_escalation x set due_at = a.created_at + new.threshold_minutes * interval '1 minute', is_put_off = false
    from alert a
    where x.tenant_id = new.tenant_id and x.escalation_id = new.id and x.fired_at is null
      and a.tenant_id = x.tenant_id and a.id = x.alert_id;
  return null;
end $$;

create or replace function alert_escalation_of_site() returns trigger
language plpgsql as $$
begin
  perform from alert_escalation where tenant_id = new.id and fired_at is null order by alert_id for update;
  update alert_escalation x set due_at = a.created_at + e.threshold_minutes * interval '1 minute', is_put_off = false
    from alert a, escalation e
    where x.tenant_id = new.id and x.fired_at is null and a.tenant_id = x.tenant_id and a.id = x.alert_id
      and e.tenant_id = x.tenant_id and e.id = x.escalation_id;
  return null;
end $$;
