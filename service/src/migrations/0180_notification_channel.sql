-- Channels and their order are the contract's (contract/src/alerting/channel.ts): no statement here names one any more.
-- Requirement ALERT-04.

alter table notification
  drop constraint notification_channel_check,
  add constraint notification_channel check (channel ~ '^[a-z]{2,20}$'),
  -- Channels on which the message goes when it is given up on its own, first come first.
  add column fallback text[] not null default '{}';

-- Which alerts reach a user on a channel; a channel that is left out: all of them.
alter table notification_preference add column reaches jsonb not null default '{}';

alter table notification no force row level security;
alter table notification_preference no force row level security;
alter table push_registration no force row level security;
update notification n set fallback = array['mail']
  where n.channel = 'push' and n.user_id is not null and n.state not in ('cancelled', 'opened');
update notification n set fallback = array['push']
  where n.channel = 'mail' and n.user_id is not null and n.state in ('pending', 'failed')
    and exists (select from push_registration r where r.user_id = n.user_id);
update notification_preference set reaches = jsonb_build_object('push', push, 'mail', mail);
alter table push_registration force row level security;
alter table notification_preference force row level security;
alter table notification force row level security;
alter table notification_preference drop column push, drop column mail, alter column reaches drop default;

-- As before; the channel comes from the message itself, and what is left of the list goes with it.
create or replace function notification_given_up() returns trigger
language plpgsql as $$
begin
  insert into notification (tenant_id, cause, alert_id, occurrence_id, occasion_id, escalation_name, channel, fallback,
    user_id, recipient_name, source_id, activity, severity, burst_id, next_at, due_at, created_at, changed_at, opening)
  select new.tenant_id, new.cause, new.alert_id, new.occurrence_id, new.occasion_id, new.escalation_name, f.channel,
    new.fallback[f.place + 1:], new.user_id, new.recipient_name, new.source_id, new.activity, new.severity,
    -- Those of a burst go together on the other channel too.
    new.burst_id, new.changed_at, new.changed_at, new.changed_at, new.changed_at, new.opening
  from unnest(new.fallback) with ordinality f (channel, place)
    left join notification_preference p on p.user_id = new.user_id
    cross join lateral (select coalesce(p.reaches ->> f.channel, 'all') as reach) wish
  where new.cause not in ('raised', 'reopened') or wish.reach = 'all'
    or (wish.reach = 'urgent' and new.severity in ('critical', 'high'))
  order by f.place limit 1
  on conflict do nothing;
  return null;
end $$;
