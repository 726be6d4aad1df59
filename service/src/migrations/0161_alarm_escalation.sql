-- Rules watch alarms that are open, from the moment at which they opened: one that opens again is watched anew. A claim or
-- an answer ends what waits, in its own transaction. Activity is watched until somebody reads it, as before.
-- Requirements SET-05, ALARM-01, ALARM-02; domain.md "Escalation".

alter table alert_escalation
  -- Each opening of an alarm is escalated once by each rule; 1 for activity.
  add column opening integer not null default 1,
  drop constraint alert_escalation_pkey,
  add primary key (tenant_id, alert_id, escalation_id, opening);

create or replace view escalation_watch with (security_invoker = true) as
select a.tenant_id, a.id as alert_id, e.id as escalation_id, a.camera_id, a.agent_id, a.occurred_at, a.created_at,
  coalesce(a.open_since, a.created_at) + e.threshold_minutes * interval '1 minute' as due_at,
  least(a.occurred_at, a.created_at) + interval '24 hours' as ends_at,
  coalesce(a.opening, 1) as opening
from alert a
left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
left join camera_app p on p.tenant_id = a.tenant_id and p.camera_id = a.camera_id and p.app_code = a.activity
join escalation e on e.tenant_id = a.tenant_id and (
  e.id = any(c.escalation_ids)
  or p.settings -> 'escalationIds' ? e.id::text
  or (a.camera_id is null and exists (
    select from camera d where d.tenant_id = a.tenant_id and d.agent_id = a.agent_id
      and d.unit_id is not distinct from a.unit_id and e.id = any(d.escalation_ids))))
where alert_waits(a.deleted_at, a.alarm_state, a.first_seen_at, a.is_archived)
  and a.occurred_at > a.created_at - interval '24 hours';

-- As before, with the time and number of the opening.
create or replace function alert_escalation_plan() returns trigger
language plpgsql as $$
begin
  insert into alert_escalation (tenant_id, alert_id, escalation_id, opening, due_at, ends_at)
  select a.tenant_id, a.id, e.id, coalesce(a.opening, 1),
      coalesce(a.open_since, a.created_at) + e.threshold_minutes * interval '1 minute',
      least(a.occurred_at, a.created_at) + interval '24 hours'
    from arrived a
      left join lateral (select c.escalation_ids from camera c
        where c.tenant_id = a.tenant_id and c.id = a.camera_id offset 0) c on true
      left join lateral (select p.settings -> 'escalationIds' as escalation_ids from camera_app p
        where p.tenant_id = a.tenant_id and p.camera_id = a.camera_id and p.app_code = a.activity offset 0) p on true
      cross join lateral (select e.id, e.threshold_minutes from escalation e
        where e.tenant_id = a.tenant_id and (
          e.id = any(c.escalation_ids)
          or p.escalation_ids ? e.id::text
          or (a.camera_id is null and exists (
            select from camera d where d.tenant_id = a.tenant_id and d.agent_id = a.agent_id
              and d.unit_id is not distinct from a.unit_id and e.id = any(d.escalation_ids)))) offset 0) e
    where alert_waits(a.deleted_at, a.alarm_state, a.first_seen_at, a.is_archived)
      and a.occurred_at > a.created_at - interval '24 hours'
  on conflict do nothing;
  return null;
end $$;

-- Claimed, resolved or deleted, or activity that was read: nothing waits any more, from that very transaction on. Open
-- again: it waits again.
create or replace function alert_escalation_turn() returns trigger
language plpgsql as $$
begin
  if alert_waits(new.deleted_at, new.alarm_state, new.first_seen_at, new.is_archived) then
    insert into alert_escalation (tenant_id, alert_id, escalation_id, opening, due_at, ends_at)
    select w.tenant_id, w.alert_id, w.escalation_id, w.opening, w.due_at, w.ends_at
      from escalation_watch w where w.tenant_id = new.tenant_id and w.alert_id = new.id
    on conflict do nothing;
  else
    delete from alert_escalation
      where tenant_id = new.tenant_id and alert_id = new.id and fired_at is null;
  end if;
  return null;
end $$;
drop trigger alert_escalation_turn on alert;
create trigger alert_escalation_turn after update of first_seen_at, is_archived, alarm_state, deleted_at on alert
  for each row when (
    alert_waits(old.deleted_at, old.alarm_state, old.first_seen_at, old.is_archived)
    <> alert_waits(new.deleted_at, new.alarm_state, new.first_seen_at, new.is_archived))
  execute function alert_escalation_turn();

create or replace function alert_escalation_of_rule() returns trigger
language plpgsql as $$
begin
  perform from alert_escalation
    where tenant_id = new.tenant_id and escalation_id = new.id and fired_at is null order by alert_id for update;
  update alert_escalation x set is_put_off = false,
      due_at = coalesce(a.open_since, a.created_at) + new.threshold_minutes * interval '1 minute'
    from alert a
    where x.tenant_id = new.tenant_id and x.escalation_id = new.id and x.fired_at is null
      and a.tenant_id = x.tenant_id and a.id = x.alert_id;
  return null;
end $$;

create or replace function alert_escalation_of_camera() returns trigger
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
  insert into alert_escalation (tenant_id, alert_id, escalation_id, opening, due_at, ends_at)
  select w.tenant_id, w.alert_id, w.escalation_id, w.opening, w.due_at, w.ends_at
    from escalation_watch w
    where w.tenant_id = tenant and (w.camera_id = camera or (w.camera_id is null and w.agent_id = agent))
      and w.occurred_at > since
  on conflict do nothing;
  return null;
end $$;

create or replace function alert_escalation_of_site() returns trigger
language plpgsql as $$
begin
  perform from alert_escalation where tenant_id = new.id and fired_at is null order by alert_id for update;
  update alert_escalation x set is_put_off = false,
      due_at = coalesce(a.open_since, a.created_at) + e.threshold_minutes * interval '1 minute'
    from alert a, escalation e
    where x.tenant_id = new.id and x.fired_at is null and a.tenant_id = x.tenant_id and a.id = x.alert_id
      and e.tenant_id = x.tenant_id and e.id = x.escalation_id;
  return null;
end $$;

-- An alarm that opened again is notified anew: to its subscribers, and to its former claimer.
alter table notice
  drop constraint notice_cause,
  drop constraint notice_check2,
  add constraint notice_cause check (cause in ('raised', 'escalated', 'resent', 'sample', 'reminder', 'reopened')),
  add constraint notice_of_user check (cause = 'reopened' or (user_id is not null) = (cause in ('resent', 'sample')));
alter table notification
  -- Of the alarm, when the message was written; 1 for everything else.
  add column opening integer not null default 1,
  drop constraint notification_cause,
  add constraint notification_cause check (
    cause in ('raised', 'escalated', 'resent', 'sample', 'reminder', 'reopened'));
drop index notification_once;
create unique index notification_once on notification
  (tenant_id, alert_id, cause, occasion_id, user_id, lower(email), channel, opening) nulls not distinct;

-- As before, and with the opening.
create or replace function notification_given_up() returns trigger
language plpgsql as $$
begin
  insert into notification (tenant_id, cause, alert_id, occurrence_id, occasion_id, escalation_name, channel, user_id,
    recipient_name, source_id, activity, severity, burst_id, next_at, due_at, created_at, changed_at, opening)
  select new.tenant_id, new.cause, new.alert_id, new.occurrence_id, new.occasion_id, new.escalation_name, other.channel,
    new.user_id, new.recipient_name, new.source_id, new.activity, new.severity,
    -- Those of a burst go together on the other channel too.
    new.burst_id, new.changed_at, new.changed_at, new.changed_at, new.changed_at, new.opening
  from (select case new.channel when 'push' then 'mail' else 'push' end as channel) other
    left join notification_preference p on p.user_id = new.user_id
    cross join lateral (select coalesce(case other.channel when 'push' then p.push else p.mail end, 'all') as reach) wish
  where (other.channel = 'mail' or exists (select from push_registration r where r.user_id = new.user_id))
    and (new.cause not in ('raised', 'reopened') or wish.reach = 'all'
      or (wish.reach = 'urgent' and new.severity in ('critical', 'high')))
  on conflict do nothing;
  return null;
end $$;

-- Somebody goes, or the alarm is over; activity was read or archived; it was deleted: nobody is notified of it any more.
-- Letters first, then the messages, in the order in which a letter that is sent locks them.
create or replace function alert_answered() returns trigger
language plpgsql as $$
declare
  answered uuid[];
  tenants uuid[];
begin
  select array_agg(c.id), array_agg(distinct c.tenant_id) into answered, tenants
    from before b join changed c using (tenant_id, id)
    where alert_waits(b.deleted_at, b.alarm_state, b.first_seen_at, b.is_archived)
      and not alert_waits(c.deleted_at, c.alarm_state, c.first_seen_at, c.is_archived);
  if answered is null then
    return null;
  end if;
  delete from notice where tenant_id = any(tenants) and alert_id = any(answered);
  delete from mail_message m using notification n
    where n.tenant_id = any(tenants) and n.alert_id = any(answered) and n.state = 'pending' and n.mail_id is not null
      and m.tenant_id = n.tenant_id and m.id = n.mail_id and m.state in ('pending', 'sending')
      -- A letter that tells of others too is theirs as well.
      and not exists (select from notification o where o.tenant_id = n.tenant_id and o.mail_id = n.mail_id
        and o.state = 'pending' and o.alert_id <> all(answered));
  update notification n
    set state = case when n.state = 'pending' then 'cancelled' else n.state end, next_at = null,
      changed_at = (select greatest(n.changed_at, a.first_seen_at, a.claimed_at, a.resolved_at, a.deleted_at)
        from changed a where a.tenant_id = n.tenant_id and a.id = n.alert_id)
    where n.tenant_id = any(tenants) and n.alert_id = any(answered) and (n.state = 'pending' or n.next_at is not null);
  return null;
end $$;

-- What waited for an alarm that is over since the migration before this one waits no more.
alter table alert no force row level security;
alter table alert_escalation no force row level security;
delete from alert_escalation x using alert a
  where a.tenant_id = x.tenant_id and a.id = x.alert_id and x.fired_at is null
    and not alert_waits(a.deleted_at, a.alarm_state, a.first_seen_at, a.is_archived);
alter table alert_escalation force row level security;
alter table alert force row level security;
