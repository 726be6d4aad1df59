-- Which alerts wait to be escalated, and which were. Requirements SET-02, SET-05, ALERT-06; domain.md "Escalation".
create table alert_escalation (
  tenant_id     uuid not null,
  alert_id      uuid not null,
  -- The rule. No key: what was fired stays in the alert's timeline when the rule goes.
  escalation_id uuid not null,
  -- When it is looked at next: the threshold at first, then the next active minute. Null: nothing waits any more,
  -- because it was fired or because no active minute came in time.
  due_at        timestamptz(3),
  -- The end of the 24 hours in which it may be fired.
  ends_at       timestamptz(3) not null,
  fired_at      timestamptz(3),
  -- The rule's name when it was fired.
  escalation_name text,
  -- Each alert is escalated once by each rule.
  primary key (tenant_id, alert_id, escalation_id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  check (fired_at is null or due_at is null),
  check ((fired_at is null) = (escalation_name is null))
);
-- Serves the timer: what is due, in order.
create index alert_escalation_due on alert_escalation (due_at, alert_id, escalation_id) where due_at is not null;
-- Serves the removal of what was given up.
create index alert_escalation_given_up on alert_escalation (ends_at) where due_at is null and fired_at is null;
create index alert_escalation_by_rule on alert_escalation (tenant_id, escalation_id, alert_id) where fired_at is null;
select isolate('alert_escalation');

-- The rules that watch each open alert, and when they are due: of its camera, of its app on that camera, and for the
-- alert of a hub those of the hub's cameras in that unit. What a hub brings a day late wakes nobody.
create view escalation_watch with (security_invoker = true) as
select a.tenant_id, a.id as alert_id, e.id as escalation_id, a.camera_id, a.agent_id, a.occurred_at, a.created_at,
  a.created_at + e.threshold_minutes * interval '1 minute' as due_at,
  least(a.occurred_at, a.created_at) + interval '24 hours' as ends_at
from alert a
left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
left join camera_app p on p.tenant_id = a.tenant_id and p.camera_id = a.camera_id and p.app_code = a.activity
join escalation e on e.tenant_id = a.tenant_id and (
  e.id = any(c.escalation_ids)
  or p.settings -> 'escalationIds' ? e.id::text
  or (a.camera_id is null and exists (
    select from camera d where d.tenant_id = a.tenant_id and d.agent_id = a.agent_id
      and d.unit_id is not distinct from a.unit_id and e.id = any(d.escalation_ids))))
where a.first_seen_at is null and not a.is_archived and a.verdict is null and a.deleted_at is null
  and a.occurred_at > a.created_at - interval '24 hours';
grant select on escalation_watch to mimamori_app, mimamori_platform;

-- New alerts wait from their own transaction on, so that none is forgotten.
create function alert_escalation_plan() returns trigger
language plpgsql as $$
begin
  insert into alert_escalation (tenant_id, alert_id, escalation_id, due_at, ends_at)
  select w.tenant_id, w.alert_id, w.escalation_id, w.due_at, w.ends_at
    from arrived a join escalation_watch w on w.tenant_id = a.tenant_id and w.alert_id = a.id
  on conflict do nothing;
  return null;
end $$;

-- Seen, archived, judged or deleted: nothing waits any more, from that very transaction on. Open again: it waits again.
create function alert_escalation_turn() returns trigger
language plpgsql as $$
begin
  if new.first_seen_at is null and not new.is_archived and new.verdict is null and new.deleted_at is null then
    insert into alert_escalation (tenant_id, alert_id, escalation_id, due_at, ends_at)
    select w.tenant_id, w.alert_id, w.escalation_id, w.due_at, w.ends_at
      from escalation_watch w where w.tenant_id = new.tenant_id and w.alert_id = new.id
    on conflict do nothing;
  else
    delete from alert_escalation
      where tenant_id = new.tenant_id and alert_id = new.id and fired_at is null;
  end if;
  return null;
end $$;

-- Another threshold or other hours: what waits for the rule is looked at anew. Rows are locked in the order of the
-- alerts, as by those who see many at once.
create function alert_escalation_of_rule() returns trigger
language plpgsql as $$
begin
  perform from alert_escalation
    where tenant_id = new.tenant_id and escalation_id = new.id and fired_at is null order by alert_id for update;
  update alert_escalation x set due_at = a.created_at + new.threshold_minutes * interval '1 minute'
    from alert a
    where x.tenant_id = new.tenant_id and x.escalation_id = new.id and x.fired_at is null
      and a.tenant_id = x.tenant_id and a.id = x.alert_id;
  return null;
end $$;

create function alert_escalation_drop_rule() returns trigger
language plpgsql as $$
begin
  delete from alert_escalation where tenant_id = old.tenant_id and escalation_id = old.id and fired_at is null;
  return null;
end $$;

-- Other rules on a camera, or on one of its apps: what waits follows. `updated_at` stands for the time of the change;
-- an older one makes the look back longer, never shorter.
create function alert_escalation_of_camera() returns trigger
language plpgsql as $$
declare
  tenant constant uuid := case tg_op when 'DELETE' then old.tenant_id else new.tenant_id end;
  since constant timestamptz := case tg_op when 'DELETE' then old.updated_at else new.updated_at end - interval '2 days';
  camera uuid;
  agent uuid;
begin
  if tg_table_name = 'camera' then
    camera := new.id;
    agent := new.agent_id;
  else
    camera := case tg_op when 'DELETE' then old.camera_id else new.camera_id end;
  end if;
  delete from alert_escalation x using alert a
    where a.tenant_id = tenant and (a.camera_id = camera or (a.camera_id is null and a.agent_id = agent))
      and a.occurred_at > since and x.tenant_id = tenant and x.alert_id = a.id and x.fired_at is null
      and not exists (select from escalation_watch w
        where w.tenant_id = tenant and w.alert_id = x.alert_id and w.escalation_id = x.escalation_id);
  insert into alert_escalation (tenant_id, alert_id, escalation_id, due_at, ends_at)
  select w.tenant_id, w.alert_id, w.escalation_id, w.due_at, w.ends_at
    from escalation_watch w
    where w.tenant_id = tenant and (w.camera_id = camera or (w.camera_id is null and w.agent_id = agent))
      and w.occurred_at > since
  on conflict do nothing;
  return null;
end $$;

-- A licence that came or went, a site that was switched on again, another time zone: everything is looked at anew.
create function alert_escalation_of_site() returns trigger
language plpgsql as $$
begin
  perform from alert_escalation where tenant_id = new.id and fired_at is null order by alert_id for update;
  update alert_escalation x set due_at = a.created_at + e.threshold_minutes * interval '1 minute'
    from alert a, escalation e
    where x.tenant_id = new.id and x.fired_at is null and a.tenant_id = x.tenant_id and a.id = x.alert_id
      and e.tenant_id = x.tenant_id and e.id = x.escalation_id;
  return null;
end $$;
revoke execute on function alert_escalation_plan(), alert_escalation_turn(), alert_escalation_of_rule(),
  alert_escalation_drop_rule(), alert_escalation_of_camera(), alert_escalation_of_site() from public;

create trigger alert_escalation_plan after insert on alert referencing new table as arrived
  for each statement execute function alert_escalation_plan();
create trigger alert_escalation_turn after update of first_seen_at, is_archived, verdict, deleted_at on alert
  for each row when (
    (old.first_seen_at is null and not old.is_archived and old.verdict is null and old.deleted_at is null)
    <> (new.first_seen_at is null and not new.is_archived and new.verdict is null and new.deleted_at is null))
  execute function alert_escalation_turn();
create trigger escalation_changed after update of threshold_minutes, active_hours on escalation for each row
  when ((old.threshold_minutes, old.active_hours) is distinct from (new.threshold_minutes, new.active_hours))
  execute function alert_escalation_of_rule();
create trigger escalation_gone after delete on escalation
  for each row execute function alert_escalation_drop_rule();
create trigger camera_escalation_changed after update of escalation_ids on camera for each row
  when (old.escalation_ids is distinct from new.escalation_ids)
  execute function alert_escalation_of_camera();
create trigger camera_app_escalation_changed after update of settings on camera_app for each row
  when (old.settings -> 'escalationIds' is distinct from new.settings -> 'escalationIds')
  execute function alert_escalation_of_camera();
create trigger camera_app_escalation_added after insert on camera_app for each row
  when (new.settings -> 'escalationIds' <> '[]')
  execute function alert_escalation_of_camera();
create trigger camera_app_escalation_gone after delete on camera_app for each row
  when (old.settings -> 'escalationIds' <> '[]')
  execute function alert_escalation_of_camera();
create trigger site_escalation_changed after update of packages, disabled_at, timezone on tenant for each row
  when ((old.packages, old.disabled_at is null, old.timezone)
    is distinct from (new.packages, new.disabled_at is null, new.timezone))
  execute function alert_escalation_of_site();

-- What is open now waits as well. The fence holds for the owner too, who has no policy and would see no row.
alter table alert no force row level security;
alter table camera no force row level security;
alter table camera_app no force row level security;
alter table escalation no force row level security;
alter table alert_escalation no force row level security;
insert into alert_escalation (tenant_id, alert_id, escalation_id, due_at, ends_at)
select tenant_id, alert_id, escalation_id, due_at, ends_at from escalation_watch where ends_at > now();
alter table alert force row level security;
alter table camera force row level security;
alter table camera_app force row level security;
alter table escalation force row level security;
alter table alert_escalation force row level security;
