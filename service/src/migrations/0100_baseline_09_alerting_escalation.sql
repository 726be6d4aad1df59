-- Alerting: rules that watch alerts until somebody
-- answers. Alarms are watched from the moment at which they opened: one that opens again is watched anew. A claim or
-- an answer ends what waits, in its own transaction. Activity is watched until somebody reads it. Requirements
-- SET-05, ALARM-01, ALARM-02; domain.md "Escalation".

-- A rule: when nobody answers an alert for this time, it is escalated. Written by site's settings. Requirement SET-05.
create table escalation (
  tenant_id         uuid not null references tenant (id),
  id                uuid not null default uuidv7(),
  name              text not null check (length(name) between 1 and 80),
  -- An alert that nobody has answered for this long is sent to the recipients, minutes.
  threshold_minutes integer not null check (threshold_minutes between 1 and 1440),
  -- The contract's Schedule, in the site's time zone; null: at any time.
  active_hours      jsonb,
  -- Name of the user that changed it last; stays when that user goes.
  edited_by_name    text,
  -- Grows by one with each change; an outdated edit is a conflict.
  version           integer not null default 1,
  updated_at        timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index escalation_name on escalation (tenant_id, plain(name));
select isolate('escalation');

-- A user that is a recipient of the rule. Written by site's settings.
create table escalation_user (
  tenant_id     uuid not null,
  escalation_id uuid not null,
  user_id       uuid not null,
  primary key (tenant_id, escalation_id, user_id),
  foreign key (tenant_id, escalation_id) references escalation (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index escalation_user_by_user on escalation_user (tenant_id, user_id);
select isolate('escalation_user');

-- A unit of which everybody bound to it is a recipient of the rule. Written by site's settings.
create table escalation_unit (
  tenant_id     uuid not null,
  escalation_id uuid not null,
  unit_id       uuid not null,
  primary key (tenant_id, escalation_id, unit_id),
  foreign key (tenant_id, escalation_id) references escalation (tenant_id, id) on delete cascade,
  foreign key (tenant_id, unit_id) references unit (tenant_id, id) on delete cascade
);
create index escalation_unit_by_unit on escalation_unit (tenant_id, unit_id);
select isolate('escalation_unit');

-- An alert that waits for a rule, or was escalated by it. Written by the triggers below, and by alerting/escalation
-- when it fires. Requirements SET-02, SET-05, ALERT-06; domain.md "Escalation".
create table alert_escalation (
  tenant_id       uuid not null,
  alert_id        uuid not null,
  -- The rule. No key: what was fired stays in the alert's timeline when the rule goes.
  escalation_id   uuid not null,
  -- When it is looked at next: the threshold at first, then the next active minute. Null: nothing waits any more,
  -- because it was fired or because no active minute came in time.
  due_at          timestamptz(3),
  -- The end of the 24 hours in which it may be fired.
  ends_at         timestamptz(3) not null,
  fired_at        timestamptz(3),
  -- The rule's name when it was fired.
  escalation_name text,
  -- True: decided on once, and neither fired nor dropped.
  is_put_off      boolean not null default false,
  -- Each opening of an alarm is escalated once by each rule; 1 for activity.
  opening         integer not null default 1,
  -- True: it does not wait for its threshold, because the step before it reached nobody. NIGHT-04.
  is_hurried      boolean not null default false,
  -- Each opening of an alert is escalated once by each rule.
  primary key (tenant_id, alert_id, escalation_id, opening),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  check (fired_at is null or due_at is null),
  constraint alert_escalation_check1 check ((fired_at is null) = (escalation_name is null))
);
-- Serves the timer: what is due, in order.
create index alert_escalation_due on alert_escalation (due_at, alert_id, escalation_id) where due_at is not null;
-- Serves the removal of what was given up.
create index alert_escalation_given_up on alert_escalation (ends_at) where due_at is null and fired_at is null;
create index alert_escalation_by_rule on alert_escalation (tenant_id, escalation_id, alert_id)
  where fired_at is null;
create index alert_escalation_put_off on alert_escalation (ends_at) where is_put_off;
select isolate('alert_escalation');

-- When a rule escalates an alert that nobody answers: its minutes count from the moment at which the alarm opened, for
-- activity from its arrival.
create function escalation_due_at(open_since timestamptz, created_at timestamptz, threshold_minutes integer)
returns timestamptz language sql stable parallel safe
return coalesce(open_since, created_at) + threshold_minutes * interval '1 minute';

-- The rules that watch each open alert, and when they are due: of its camera, of its app on that camera, and for the
-- alert of a hub those of the hub's cameras in that unit. Alarms are watched from the moment at which they opened,
-- activity until somebody reads it. What a hub brings a day late wakes nobody.
create view escalation_watch with (security_invoker = true) as
select a.tenant_id, a.id as alert_id, e.id as escalation_id, a.camera_id, a.agent_id, a.occurred_at, a.created_at,
  escalation_due_at(a.open_since, a.created_at, e.threshold_minutes) as due_at,
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
where alert_waits(a.deleted_at, a.alarm_state, a.first_seen_at, a.is_archived) and not a.is_silent
  and a.occurred_at > a.created_at - interval '24 hours';
grant select on escalation_watch to mimamori_app, mimamori_platform;

-- New alerts wait from their own transaction on, so that none is forgotten. The rules are those of escalation_watch,
-- from the rows themselves: to find them by the view, all open alerts of all sites were read at each insert. `offset
-- 0`: each camera and rule is looked up by its key.
create function alert_escalation_plan() returns trigger
language plpgsql as $$
begin
  insert into alert_escalation (tenant_id, alert_id, escalation_id, opening, due_at, ends_at)
  select a.tenant_id, a.id, e.id, coalesce(a.opening, 1),
      escalation_due_at(a.open_since, a.created_at, e.threshold_minutes),
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
    where alert_waits(a.deleted_at, a.alarm_state, a.first_seen_at, a.is_archived) and not a.is_silent
      and a.occurred_at > a.created_at - interval '24 hours'
  on conflict do nothing;
  return null;
end $$;
revoke execute on function alert_escalation_plan() from public;
create trigger alert_escalation_plan after insert on alert referencing new table as arrived for each statement
  execute function alert_escalation_plan();

-- Claimed, resolved or deleted, or activity that was read: nothing waits any more, from that very transaction on.
-- Open again: it waits again.
create function alert_escalation_turn() returns trigger
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
revoke execute on function alert_escalation_turn() from public;
create trigger alert_escalation_turn after update of first_seen_at, is_archived, alarm_state, deleted_at on alert
  for each row
  when (alert_waits(old.deleted_at, old.alarm_state, old.first_seen_at, old.is_archived)
  <> alert_waits(new.deleted_at, new.alarm_state, new.first_seen_at, new.is_archived))
  execute function alert_escalation_turn();

-- Another threshold or other hours: what waits for the rule is looked at anew. Rows are locked in the order of the
-- alerts, as by calls that see many at once.
create function alert_escalation_of_rule() returns trigger
language plpgsql as $$
begin
  perform from alert_escalation
    where tenant_id = new.tenant_id and escalation_id = new.id and fired_at is null order by alert_id for update;
  update alert_escalation x set is_put_off = false,
      due_at = escalation_due_at(a.open_since, a.created_at, case when x.is_hurried then 0 else new.threshold_minutes end)
    from alert a
    where x.tenant_id = new.tenant_id and x.escalation_id = new.id and x.fired_at is null
      and a.tenant_id = x.tenant_id and a.id = x.alert_id;
  return null;
end $$;
revoke execute on function alert_escalation_of_rule() from public;
create trigger escalation_changed after update of threshold_minutes, active_hours on escalation for each row
  when (old.threshold_minutes is distinct from new.threshold_minutes
  or old.active_hours is distinct from new.active_hours) execute function alert_escalation_of_rule();

-- A rule that is deleted: nothing waits for it.
create function alert_escalation_drop_rule() returns trigger
language plpgsql as $$
begin
  delete from alert_escalation where tenant_id = old.tenant_id and escalation_id = old.id and fired_at is null;
  return null;
end $$;
revoke execute on function alert_escalation_drop_rule() from public;
create trigger escalation_gone after delete on escalation for each row
  execute function alert_escalation_drop_rule();

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
  insert into alert_escalation (tenant_id, alert_id, escalation_id, opening, due_at, ends_at)
  select w.tenant_id, w.alert_id, w.escalation_id, w.opening, w.due_at, w.ends_at
    from escalation_watch w
    where w.tenant_id = tenant and (w.camera_id = camera or (w.camera_id is null and w.agent_id = agent))
      and w.occurred_at > since
  on conflict do nothing;
  return null;
end $$;
revoke execute on function alert_escalation_of_camera() from public;
create trigger camera_escalation_changed after update of escalation_ids on camera for each row
  when (old.escalation_ids is distinct from new.escalation_ids) execute function alert_escalation_of_camera();
create trigger camera_app_escalation_changed after update of settings on camera_app for each row
  when ((old.settings -> 'escalationIds') is distinct from (new.settings -> 'escalationIds'))
  execute function alert_escalation_of_camera();
create trigger camera_app_escalation_added after insert on camera_app for each row
  when ((new.settings -> 'escalationIds') <> '[]') execute function alert_escalation_of_camera();
create trigger camera_app_escalation_gone after delete on camera_app for each row
  when ((old.settings -> 'escalationIds') <> '[]') execute function alert_escalation_of_camera();

-- A licence that came or went, a site that was switched on again, another time zone: everything is looked at anew.
create function alert_escalation_of_site() returns trigger
language plpgsql as $$
begin
  perform from alert_escalation where tenant_id = new.id and fired_at is null order by alert_id for update;
  update alert_escalation x set is_put_off = false,
      due_at = escalation_due_at(a.open_since, a.created_at, case when x.is_hurried then 0 else e.threshold_minutes end)
    from alert a, escalation e
    where x.tenant_id = new.id and x.fired_at is null and a.tenant_id = x.tenant_id and a.id = x.alert_id
      and e.tenant_id = x.tenant_id and e.id = x.escalation_id;
  return null;
end $$;
revoke execute on function alert_escalation_of_site() from public;
create trigger site_escalation_changed after update of packages, disabled_at, timezone on tenant for each row
  when ((old.packages, old.disabled_at is null, old.timezone)
    is distinct from (new.packages, new.disabled_at is null, new.timezone))
  execute function alert_escalation_of_site();

-- An alarm that is open, and the rounds in which it is repeated after its last rule. One row from the opening to the
-- answer. Written by the triggers below, by those of notification, and by alerting/escalation. Requirement NIGHT-04;
-- domain.md "Nobody answers".
create table alarm_chain (
  tenant_id     uuid not null,
  alert_id      uuid not null,
  opening       integer not null,
  -- Rounds so far.
  round         integer not null default 0 check (round >= 0),
  -- When the alarm opened, or its last round began.
  last_round_at timestamptz(3) not null,
  -- When it is decided on next; null: nothing is to be repeated under the present settings, or its 24 hours are over.
  due_at        timestamptz(3),
  ends_at       timestamptz(3) not null,
  -- The notice of its last round: its messages have it as their occasion.
  notice_id     uuid,
  -- True: its last step had no recipient at all.
  is_unheard    boolean not null default false,
  primary key (tenant_id, alert_id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  check ((notice_id is null) = (round = 0))
);
-- Serves the timer.
create index alarm_chain_due on alarm_chain (due_at, tenant_id) where due_at is not null;
-- Serves the alarms of a site that join a round.
create index alarm_chain_due_of_site on alarm_chain (tenant_id, due_at) where due_at is not null;
-- Serves the removal of those that are over.
create index alarm_chain_over on alarm_chain (ends_at) where due_at is null;
select isolate('alarm_chain');

-- When an alarm that opened then is decided on first; null: the site repeats nothing.
create function first_round_at(open_since timestamptz, repeat_minutes integer)
returns timestamptz language sql stable parallel safe
return case when repeat_minutes > 0 then open_since + repeat_minutes * interval '1 minute' end;

-- Alarms are repeated from their own transaction on, so that none is forgotten.
create function alarm_chain_begin() returns trigger
language plpgsql as $$
begin
  insert into alarm_chain (tenant_id, alert_id, opening, last_round_at, due_at, ends_at)
  select a.tenant_id, a.id, a.opening, a.open_since, first_round_at(a.open_since, t.repeat_minutes),
      least(a.occurred_at, a.created_at) + interval '24 hours'
    from arrived a join tenant t on t.id = a.tenant_id
    where a.alarm_state = 'open' and a.deleted_at is null and a.occurred_at > a.created_at - interval '24 hours'
  on conflict do nothing;
  return null;
end $$;
revoke execute on function alarm_chain_begin() from public;
create trigger alert_chain_begins after insert on alert referencing new table as arrived for each statement
  execute function alarm_chain_begin();

-- Answered or deleted: nothing is repeated from that very transaction on. Open again: from the first round. It runs
-- after alert_answered, by its name: a sender locks its message first, and this row after it.
create function alarm_chain_turn() returns trigger
language plpgsql as $$
begin
  delete from alarm_chain x using before b, changed c
    where b.alarm_state = 'open' and b.deleted_at is null and c.tenant_id = b.tenant_id and c.id = b.id
      and (c.alarm_state <> 'open' or c.deleted_at is not null)
      and x.tenant_id = c.tenant_id and x.alert_id = c.id;
  insert into alarm_chain (tenant_id, alert_id, opening, last_round_at, due_at, ends_at)
  select c.tenant_id, c.id, c.opening, c.open_since, first_round_at(c.open_since, t.repeat_minutes),
      least(c.occurred_at, c.created_at) + interval '24 hours'
    from before b join changed c on c.tenant_id = b.tenant_id and c.id = b.id join tenant t on t.id = c.tenant_id
    where c.alarm_state = 'open' and c.deleted_at is null and c.occurred_at > c.created_at - interval '24 hours'
      and (b.alarm_state is distinct from 'open' or b.deleted_at is not null)
  on conflict do nothing;
  return null;
end $$;
revoke execute on function alarm_chain_turn() from public;
create trigger alert_chain_turns after update on alert referencing old table as before new table as changed
  for each statement execute function alarm_chain_turn();

-- Other minutes, a licence that came or went, a site that was switched on again: its open alarms are decided on anew.
-- It runs before site_escalation_changed, by its name: rounds lock this row first, and then those of the rules.
create function alarm_chain_of_site() returns trigger
language plpgsql as $$
begin
  update alarm_chain set due_at = new.updated_at where tenant_id = new.id;
  return null;
end $$;
revoke execute on function alarm_chain_of_site() from public;
create trigger site_alarm_chain_changed after update of repeat_minutes, packages, disabled_at on tenant for each row
  when ((old.repeat_minutes, old.packages, old.disabled_at is null)
    is distinct from (new.repeat_minutes, new.packages, new.disabled_at is null))
  execute function alarm_chain_of_site();
