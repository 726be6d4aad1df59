-- Alerting: messages to people, by push and e-mail, and to
-- a site's own system.

-- Something to say to people, before it is known to whom and how. Written in the transaction of its cause, by a
-- trigger or the noun; the job notices.expand makes messages of it and removes it. Requirements ALERT-04, CAM-04,
-- SET-05, NAV-10.
create table notice (
  tenant_id     uuid not null references tenant (id),
  id            uuid not null default uuidv7(),
  -- raised: an alert was stored. escalated: nobody has seen it in time. unanswered: nobody has answered it after its
  -- last rule. resent: a person asked for it again. sample: a person tries whether messages arrive.
  cause         text not null constraint notice_cause
    check (cause in ('raised', 'escalated', 'resent', 'sample', 'reminder', 'reopened', 'asked', 'unanswered')),
  alert_id      uuid,
  -- The rule that fired; its recipients are those of now, not of when the alert was raised.
  escalation_id uuid,
  -- The user that asked for it; for a sample also its recipient, for 'asked' the person that is asked.
  user_id       uuid,
  created_at    timestamptz(3) not null,
  -- When it is tried again, so that one that cannot be turned into messages holds up none of the others; null: it was
  -- not tried, or could be. Requirement NAV-10.
  next_at       timestamptz(3),
  -- The planned check-in of a reminder.
  occurrence_id uuid,
  -- The round in which an unanswered alarm is repeated: it chooses the recipients.
  round         integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  foreign key (tenant_id, escalation_id) references escalation (tenant_id, id) on delete cascade,
  foreign key (tenant_id, occurrence_id) references booking_occurrence (tenant_id, id) on delete cascade,
  constraint notice_check1 check ((escalation_id is not null) = (cause = 'escalated')),
  constraint notice_of_round check ((round is not null) = (cause = 'unanswered')),
  constraint notice_of_alert check ((alert_id is null) = (cause in ('sample', 'reminder'))),
  constraint notice_of_occurrence check ((occurrence_id is not null) = (cause = 'reminder')),
  constraint notice_of_user 
    check (cause = 'reopened' or (user_id is not null) = (cause in ('resent', 'sample', 'asked')))
);
create index notice_by_time on notice (created_at);
create index notice_by_alert on notice (tenant_id, alert_id);
create index notice_by_escalation on notice (tenant_id, escalation_id) where escalation_id is not null;
-- Notices are read and removed by their id alone, over all sites.
create index notice_by_id on notice (id);
-- Serves the time at which one that was put off is tried again.
create index notice_put_off on notice (next_at) where next_at is not null;
create index notice_by_occurrence on notice (tenant_id, occurrence_id) where occurrence_id is not null;
select isolate('notice');

-- One notice for each alert, in its own transaction, so that none is lost and none is sent that was rolled back. What
-- a hub brings a day late is in the lists and wakes nobody. Nobody is notified of a silent one, or of what a care
-- visit paused.
create function alert_notice() returns trigger
language plpgsql as $$
begin
  insert into notice (tenant_id, cause, alert_id, created_at)
  select a.tenant_id, 'raised', a.id, a.created_at from arrived a
    where a.occurred_at > a.created_at - interval '24 hours' and a.visit_id is null and not a.is_silent;
  return null;
end $$;
revoke execute on function alert_notice() from public;
create trigger alert_notice after insert on alert referencing new table as arrived for each statement
  execute function alert_notice();

-- One message to one recipient on one channel. Written when a notice is expanded, sent at least once by
-- alerting/notification; its triggers cancel it. Requirements ALERT-04, ALERT-05, CAM-04, NAV-05, NAV-10; security.md
-- Design 12.
create table notification (
  -- The alert's site; for a sample the tenant that the asking user works on.
  tenant_id       uuid not null references tenant (id),
  id              uuid not null default uuidv7(),
  cause           text not null constraint notification_cause
    check (cause in ('raised', 'escalated', 'resent', 'sample', 'reminder', 'reopened', 'asked', 'unanswered')),
  -- Null for a sample.
  alert_id        uuid,
  -- What sets repeats of a cause apart: the rule that fired, or the notice of a person that asked for it; null for
  -- 'raised'.
  occasion_id     uuid,
  -- Name of the rule that fired, as it was then.
  escalation_name text,
  -- The contract's channels (contract/src/alerting/channel.ts).
  channel         text not null constraint notification_channel check (channel ~ '^[a-z]{2,20}$'),
  -- The recipient: a user, of this site or of the organisation above it (so without a key), or an address alone.
  user_id         uuid,
  email           text check (length(email) between 3 and 254),
  -- The user's name at that time, or the address; it stays when the user goes.
  recipient_name  text not null,
  -- Whether it stands in the user's popup: that of one channel does.
  is_listed       boolean not null default false,

  -- Camera or hub of the alert, what happened and how urgent it is: by them a burst is gathered.
  source_id       uuid,
  activity        text,
  severity        text,
  -- The first message of the burst that this one belongs to, its own id when it began one, and until when it lasts.
  burst_id        uuid not null,
  burst_ends_at   timestamptz(3),
  -- Waits for the end of its burst, to be sent together with the others that do.
  is_gathered     boolean not null default false,
  -- The message with which it was sent: its own id, or that of another one of its burst.
  message_id      uuid,

  -- sent: handed to the push service or mail server. delivered, shown, opened: receipts of the browser. failed: given
  -- up. cancelled: somebody had seen the alert before.
  state           text not null default 'pending'
    check (state in ('pending', 'sent', 'delivered', 'shown', 'opened', 'failed', 'cancelled')),
  -- Times that it was claimed to be sent.
  attempts        integer not null default 0 check (attempts >= 0),
  -- When it is to be sent (again); while an instance sends it, when another one may. Null: nothing is left to try.
  next_at         timestamptz(3),
  -- When it was due first: it is given up some time after this.
  due_at          timestamptz(3) not null,
  -- Registrations for push that have it already; for the message that rang a phone its ring_message.
  reached_ids     uuid[] not null default '{}',
  -- Its e-mail in mail_message.
  mail_id         uuid,
  -- HTTP status of the last answer of the push service or provider.
  http_status     integer,
  -- Why the last try failed, a deliveryReason of the contract; null: none did.
  last_error      text check (length(last_error) <= 40),
  created_at      timestamptz(3) not null,
  -- When the state changed last.
  changed_at      timestamptz(3) not null,
  sent_at         timestamptz(3),
  delivered_at    timestamptz(3),
  shown_at        timestamptz(3),
  opened_at       timestamptz(3),
  -- Until when a browser is to have said that this push message arrived; null: nothing is waited for.
  receipt_due_at  timestamptz(3),
  occurrence_id   uuid,
  -- Mobile subscribers are notified on phones and tablets, desktop subscribers on desktops: a push message to one
  -- kind says which. Null: on every device. Registrations without a kind count as desktop ('web') until they register
  -- again. CAM-04.
  device_kind     text check (device_kind in ('mobile', 'web')),
  -- Opening of the alarm when the message was written; 1 for everything else.
  opening         integer not null default 1,
  -- Channels on which the message goes when it is given up on its own, first come first.
  fallback        text[] not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  foreign key (tenant_id, occurrence_id) references booking_occurrence (tenant_id, id) on delete cascade,
  constraint notification_check1 check ((occasion_id is null) = (cause = 'raised')),
  constraint notification_check2 check ((escalation_name is not null) = (cause = 'escalated')),
  constraint notification_check3 check (num_nonnulls(user_id, email) = 1),
  constraint notification_check4 check (email is null or channel = 'mail'),
  constraint notification_check5
    check (next_at is null or (state in ('pending', 'sent', 'delivered', 'shown', 'opened'))),
  constraint notification_of_alert check ((alert_id is null) = (cause in ('sample', 'reminder'))),
  constraint notification_of_occurrence check ((occurrence_id is not null) = (cause = 'reminder'))
);
create index notification_due on notification (next_at) where next_at is not null;
-- Messages are claimed tenant by tenant (platform/work/queue/due-in-turn.ts): one site's never wait behind another's.
create index notification_due_of_tenant on notification (tenant_id, next_at) where next_at is not null;
-- A critical message overtakes what waits beside it, the newest first.
create index notification_urgent on notification (tenant_id, due_at) where next_at is not null and severity = 'critical';
-- Serves the list and the counts of deliveries: each state by itself, newest first.
create index notification_by_state on notification (tenant_id, state, created_at desc, id desc)
  include (channel, alert_id);
-- Serves the user's popup.
create index notification_of_user on notification (user_id, created_at desc, id desc) where is_listed;
create index notification_of_burst on notification (tenant_id, burst_id);
-- Serves the search for a burst that has begun.
create index notification_burst on notification (tenant_id, source_id, burst_ends_at) where cause = 'raised';
create index notification_of_mail on notification (tenant_id, mail_id) where mail_id is not null;
-- Serves the removal of old ones.
create index notification_by_time on notification (created_at);
create index notification_receipt_due on notification (receipt_due_at) where receipt_due_at is not null;
create index notification_by_occurrence on notification (tenant_id, occurrence_id) where occurrence_id is not null;
-- Nobody is notified twice of the same on one channel. Serves also the alert's timeline and what is cancelled with
-- it.
create unique index notification_once on notification (tenant_id, alert_id, cause, occasion_id, user_id,
  plain(email), channel, opening) nulls not distinct;
select isolate('notification');

-- Which alerts reach a user, by channel. Without a row, or for a channel that it leaves out, DEFAULT_REACHES of
-- contract/src/alerting/delivery-lists.ts holds. Written by alerting/notification. ALERT-04.
create table notification_preference (
  tenant_id  uuid not null,
  user_id    uuid not null,
  updated_at timestamptz(3) not null,
  -- {channel: 'all' | 'urgent' | 'none'}.
  reaches    jsonb not null,
  -- {channel: {fromMinute, toMinute}}, by the clock of the user. REACH-04.
  quiet_hours jsonb not null default '{}',
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index notification_preference_by_user on notification_preference (user_id);
select isolate('notification_preference');

-- A relay of the nurse call, which is closed while a call of its scope rings and nobody has claimed it. Written by
-- alerting/contact. Requirements REACH-60 to REACH-62.
create table contact (
  tenant_id        uuid not null references tenant (id),
  id               uuid not null default uuidv7(),
  name             text not null check (length(name) between 1 and 80),
  is_enabled       boolean not null,
  kind             text not null check (kind in ('http', 'onvif')),
  -- Whose calls close it: of a unit, of the room of a camera, or of the whole site.
  unit_id          uuid,
  room_camera_id   uuid,
  minimum_severity text not null check (minimum_severity in ('critical', 'high', 'medium', 'low')),
  -- The hub that reaches an http relay. No key: one that leaves or moves lets the contact fail, which people read.
  agent_id         uuid,
  method           text not null check (method in ('GET', 'POST', 'PUT')),
  close_url        text not null check (length(close_url) <= 500),
  open_url         text not null check (length(open_url) <= 500),
  -- Empty: the relay reports no state; else the words of a closed and of an open one.
  state_url        text not null check (length(state_url) <= 500),
  closed_text      text not null check (length(closed_text) <= 100),
  open_text        text not null check (length(open_text) <= 100),
  -- The header that goes along, and its sealed value.
  header_name      text check (length(header_name) <= 60),
  header_sealed    text,
  -- The camera of an onvif relay, and which of its outputs, from 1.
  camera_id        uuid,
  output           integer not null check (output between 1 and 16),
  -- A try closes it until then.
  try_ends_at      timestamptz(3),
  -- The state that the last request wanted; null: none yet, or its device has changed.
  aimed            text check (aimed in ('open', 'closed')),
  -- Counts requests: the answer to an earlier one is ignored.
  attempt          integer not null default 0,
  -- When it is requested or checked again; while a request runs, when it is given up.
  next_at          timestamptz(3) not null,
  -- What it was last; the device said so, or only accepted the request.
  state            text check (state in ('open', 'closed')),
  is_reported      boolean not null default false,
  checked_at       timestamptz(3),
  -- One of CONTACT_PROBLEMS of the contract; since when requests fail; administrators got an e-mail about it.
  problem            text check (length(problem) <= 40),
  failing_since    timestamptz(3),
  is_mailed        boolean not null default false,
  edited_by_name   text,
  updated_at       timestamptz(3) not null,
  version          integer not null default 1,
  primary key (tenant_id, id),
  -- Without its unit it watches over the whole site: too many calls rather than none.
  foreign key (tenant_id, unit_id) references unit (tenant_id, id) on delete set null (unit_id),
  foreign key (tenant_id, room_camera_id) references camera (tenant_id, id) on delete cascade,
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade,
  check (num_nonnulls(unit_id, room_camera_id) <= 1),
  check ((header_name is null) = (header_sealed is null)),
  check ((problem is null) = (failing_since is null))
);
-- Serves coverage, and the sign of contacts that fail.
create index contact_failing on contact (failing_since) where problem is not null;
select isolate('contact');

-- The provider by which a site rings phones. Written by alerting/notification. REACH-01.
create table ringer (
  tenant_id       uuid primary key references tenant (id),
  is_enabled      boolean not null default false,
  -- A RINGER_PRESETS of the contract.
  preset          text not null check (preset ~ '^[a-z]{2,20}$'),
  url             text not null default '' check (length(url) <= 500),
  -- Sealed; and its last characters for people.
  token           text,
  token_last_four text check (length(token_last_four) <= 4),
  hourly_most     integer not null check (hourly_most between 1 and 1000),
  version         integer not null default 1,
  updated_at      timestamptz(3) not null,
  -- The hourly check of the provider: the next one, the last one, and a deliveryReason of the contract if it failed.
  check_at        timestamptz(3) not null,
  checked_at      timestamptz(3),
  check_error     text check (length(check_error) <= 40),
  check ((token is null) = (token_last_four is null))
);
create index ringer_check on ringer (check_at) where is_enabled;
select isolate('ringer');

-- The address on which a provider rings a person. Written by alerting/notification. REACH-01.
create table ringer_address (
  tenant_id   uuid not null,
  user_id     uuid not null,
  -- The address is one of this provider, and is not used for another one.
  preset      text not null check (preset ~ '^[a-z]{2,20}$'),
  -- Sealed: who knows a topic reads along.
  address     text not null,
  address_end text not null check (length(address_end) <= 4),
  updated_at  timestamptz(3) not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index ringer_address_by_user on ringer_address (user_id);
select isolate('ringer_address');

-- A message that rang a phone: what it said, its receipt, and its claim. Its id is that of the notification with which
-- it was sent. Written by alerting/notification; the claim by alerting/alarm. REACH-01, REACH-02.
create table ring_message (
  tenant_id        uuid not null,
  id               uuid not null,
  user_id          uuid not null,
  -- The recipient's site, whose provider it was.
  ringer_tenant_id uuid not null references tenant (id) on delete cascade,
  preset           text not null,
  title            text not null check (length(title) <= 120),
  body             text not null check (length(body) <= 300),
  rung_at          timestamptz(3) not null,
  -- The provider's name of the message.
  provider_id      text check (length(provider_id) <= 200),
  -- When its receipt is read next; null: there is none, or it is known.
  poll_at          timestamptz(3),
  -- Until then its link and its keys claim.
  claim_ends_at    timestamptz(3) not null,
  claimed_at       timestamptz(3),
  -- Time of the provider's last report on a call, in ms: an older or equal one is a repeat.
  reported_ms      bigint not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references notification (tenant_id, id) on delete cascade
);
create index ring_message_by_hour on ring_message (ringer_tenant_id, rung_at);
create index ring_message_poll on ring_message (poll_at) where poll_at is not null;
select isolate('ring_message');

-- An e-mail on its way: written in the transaction of what caused it, and a job hands it over. Written by
-- alerting/mail.
create table mail_message (
  -- The tenant of the recipient.
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  -- Which text: 'invitation', 'reset-code' …
  template   text not null check (length(template) between 1 and 40),
  locale     text not null check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  recipient  text not null check (length(recipient) between 3 and 254),
  subject    text not null check (length(subject) <= 200),
  -- The text and its HTML as JSON, sealed: links and codes in it are secrets. Null: sent, or older than 7 days.
  body       text,
  -- pending: waits until next_at. sending: handed over right now, tried again after next_at. sent. dead: given up.
  -- stored: no server for e-mail was set up, or the tenant is the demo's; the operator reads it in the mailbox.
  state      text not null check (state in ('pending', 'sending', 'sent', 'dead', 'stored')),
  attempts   integer not null default 0 check (attempts >= 0),
  next_at    timestamptz(3),
  -- Codes of the mail server's rejection; never what it said, which may repeat secrets.
  last_error text check (length(last_error) <= 200),
  created_at timestamptz(3) not null,
  -- When the state changed last.
  changed_at timestamptz(3) not null,
  primary key (tenant_id, id),
  check ((next_at is not null) = (state in ('pending', 'sending')))
);
create index mail_message_due_of_site on mail_message (tenant_id, next_at) where state in ('pending', 'sending');
create index mail_message_by_time on mail_message (created_at desc, id desc);
create index mail_message_bodies on mail_message (created_at) where body is not null;
select isolate('mail_message');

-- The end of an e-mail is the end of the messages in it.
create function notification_mailed() returns trigger
language plpgsql as $$
begin
  if new.state = 'sent' then
    update notification set state = 'sent', sent_at = new.changed_at, changed_at = new.changed_at, last_error = null
      where tenant_id = new.tenant_id and mail_id = new.id and state in ('pending', 'cancelled');
  else
    update notification set state = 'failed', changed_at = new.changed_at,
        last_error = case when new.last_error ~ '^(EENVELOPE|EMESSAGE|EAUTH)' then 'refused' else 'unreachable' end
      where tenant_id = new.tenant_id and mail_id = new.id and state = 'pending';
  end if;
  return null;
end $$;
revoke execute on function notification_mailed() from public;
create trigger notification_mailed after update of state on mail_message for each row
  when ((new.state in ('sent', 'dead')) and new.state is distinct from old.state)
  execute function notification_mailed();

-- A message that failed on one channel, or that no browser confirmed, is sent on the other one, where there is one
-- and the person wants it: by a trigger alone, since no function that a statement calls may write. Requirements
-- ALERT-04, SET-05, NAV-10; domain.md, Receipts.
create function notification_given_up() returns trigger
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
    cross join lateral (
      select coalesce(p.reaches ->> f.channel, case f.channel when 'push' then 'all' else 'urgent' end) as reach) chosen
  where (new.cause not in ('raised', 'reopened') or chosen.reach = 'all'
    or (chosen.reach = 'urgent' and new.severity in ('critical', 'high')))
    -- A new opening of the alarm has messages of its own.
    and not exists (select from alert a
      where a.tenant_id = new.tenant_id and a.id = new.alert_id and a.opening > new.opening)
    -- A channel that has the message already makes it no safer.
    and not exists (select from notification o
      where o.tenant_id = new.tenant_id and o.alert_id = new.alert_id and o.cause = new.cause
        and o.occasion_id is not distinct from new.occasion_id and o.user_id = new.user_id and o.channel = f.channel
        and o.opening = new.opening)
  order by f.place limit 1
  on conflict do nothing;
  return null;
end $$;
revoke execute on function notification_given_up() from public;
create trigger notification_given_up after update of state, last_error on notification for each row
  when (new.user_id is not null and (new.state = 'failed' and old.state <> 'failed'
  and new.last_error is distinct from 'recipient-gone'
  or new.last_error = 'no-receipt' and old.last_error is distinct from 'no-receipt'))
  execute function notification_given_up();

-- A message that was given up may be the last one of its step: the alarm is decided on at once. It runs after
-- notification_given_up, by its name, so that what goes on the other channel is there. Requirement NIGHT-04.
create function notification_unheard() returns trigger
language plpgsql as $$
begin
  update alarm_chain set due_at = new.changed_at
    where tenant_id = new.tenant_id and alert_id = new.alert_id and opening = new.opening;
  return null;
end $$;
revoke execute on function notification_unheard() from public;
create trigger notification_unheard after update of state on notification for each row
  when (new.state = 'failed' and old.state <> 'failed'
  and new.cause in ('raised', 'escalated', 'reopened', 'unanswered'))
  execute function notification_unheard();

-- Somebody goes, or the alarm is over; activity was read or archived; it was deleted: nobody is notified of it any
-- more. E-mails first, then the messages, in the order in which an e-mail that is sent locks them.
create function alert_answered() returns trigger
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
      -- An e-mail that tells of others too is theirs as well.
      and not exists (select from notification o where o.tenant_id = n.tenant_id and o.mail_id = n.mail_id
        and o.state = 'pending' and o.alert_id <> all(answered));
  update notification n
    set state = case when n.state = 'pending' then 'cancelled' else n.state end, next_at = null,
      changed_at = (select greatest(n.changed_at, a.first_seen_at, a.claimed_at, a.resolved_at, a.deleted_at)
        from changed a where a.tenant_id = n.tenant_id and a.id = n.alert_id)
    where n.tenant_id = any(tenants) and n.alert_id = any(answered) and (n.state = 'pending' or n.next_at is not null);
  return null;
end $$;
revoke execute on function alert_answered() from public;
create trigger alert_answered after update on alert referencing old table as before new table as changed
  for each statement execute function alert_answered();

-- A planned check-in was done, skipped, cancelled or moved: nobody is reminded of it any more. E-mails first, then
-- the messages, in the order in which an e-mail that is sent locks them.
create function occurrence_resolved() returns trigger
language plpgsql as $$
declare
  resolved uuid[];
  tenants uuid[];
begin
  select array_agg(c.id), array_agg(distinct c.tenant_id) into resolved, tenants
    from before b join changed c using (tenant_id, id)
    where b.check_in_id is null and not b.is_skipped and b.removed_at is null
      and (c.check_in_id is not null or c.is_skipped or c.removed_at is not null
        or (c.starts_at, c.user_id) is distinct from (b.starts_at, b.user_id));
  if resolved is null then
    return null;
  end if;
  delete from notice where tenant_id = any(tenants) and occurrence_id = any(resolved);
  delete from mail_message m using notification n
    where n.tenant_id = any(tenants) and n.occurrence_id = any(resolved) and n.state = 'pending' and n.mail_id is not null
      and m.tenant_id = n.tenant_id and m.id = n.mail_id and m.state in ('pending', 'sending');
  update notification n set state = case when n.state = 'pending' then 'cancelled' else n.state end, next_at = null,
      changed_at = greatest(n.changed_at, transaction_timestamp())
    where n.tenant_id = any(tenants) and n.occurrence_id = any(resolved) and (n.state = 'pending' or n.next_at is not null);
  return null;
end $$;
revoke execute on function occurrence_resolved() from public;
create trigger occurrence_resolved after update on booking_occurrence
  referencing old table as before new table as changed for each statement execute function occurrence_resolved();

-- The site's own system, to which cameras are reported. Written by site. Requirements CAM-13, SITE-01.
create table external_system (
  tenant_id             uuid primary key references tenant (id),
  is_enabled            boolean not null default false,
  url                   text not null default '' check (length(url) <= 500),
  -- 法人, 事業所, フォーマット区分.
  corporation_code      text not null default '' check (length(corporation_code) <= 40),
  jig_code              text not null default '' check (length(jig_code) <= 40),
  format_kbn            text not null default '' check (length(format_kbn) <= 40),
  -- Our field -> the other system's name: the contract's FieldMap.
  field_map             jsonb not null check (jsonb_typeof(field_map) = 'object'),
  -- They get an e-mail when a run failed.
  subscribers           text[] not null default '{}',
  -- The auth access key that signs what is sent, sealed; and its last characters for people.
  auth_key              text,
  key_last_four         text check (length(key_last_four) = 4),
  -- The key before it, which signs as well until that time: the other system takes over the new one meanwhile.
  previous_auth_key     text,
  previous_key_until    timestamptz(3),
  version               integer not null default 1,
  updated_at            timestamptz(3) not null,
  check ((auth_key is null) = (key_last_four is null)),
  check ((previous_auth_key is null) = (previous_key_until is null))
);
select isolate('external_system');

-- One call to a site's own system about its cameras, with its result. Written by site. Requirement CAM-13.
create table external_run (
  tenant_id    uuid not null references external_system (tenant_id) on delete cascade,
  -- Sent as the idempotency key: the same at every try.
  id           uuid not null default uuidv7(),
  -- Null: all cameras of the site.
  camera_id    uuid,
  requested_by uuid,
  state        text not null check (state in ('pending', 'sending', 'done', 'failed')),
  -- What is sent, fixed when it was asked for; null once it is over, for it names residents by their codes.
  body         text,
  camera_count integer not null check (camera_count >= 0),
  attempts     integer not null default 0 check (attempts >= 0),
  -- When it is tried next, or given to another instance.
  next_at      timestamptz(3),
  -- One of the contract's EXTERNAL_REASONS.
  reason       text check (length(reason) <= 40),
  http_status  integer,
  message      text check (length(message) <= 200),
  created_at   timestamptz(3) not null,
  changed_at   timestamptz(3) not null,
  primary key (tenant_id, id),
  check ((next_at is not null) = (state in ('pending', 'sending')))
);
create index external_run_by_time on external_run (tenant_id, created_at desc);
-- What is due, for each site by itself.
create index external_run_due_of_site on external_run (tenant_id, next_at) where state in ('pending', 'sending');
select isolate('external_run');

-- A webhook: an address of an organization or a site that is called at events. It is a queue of its own: one delivery
-- at a time, in their order. Written by alerting/webhook. Requirements REACH-55 to REACH-58.
create table webhook (
  tenant_id          uuid not null references tenant (id),
  id                 uuid not null default uuidv7(),
  name               text not null check (length(name) between 1 and 80),
  is_enabled         boolean not null,
  -- Sealed: everybody who knows the address may post there. For people: scheme, host and its end.
  url                text not null,
  url_shown          text not null check (length(url_shown) <= 300),
  template           text not null check (template in ('json', 'teams', 'slack', 'mattermost')),
  -- The filter: the contract's lists. Empty kinds and units: all.
  events             text[] not null,
  severities         text[] not null,
  kinds              text[] not null,
  has_signals        boolean not null,
  is_marked_only     boolean not null,
  unit_ids           uuid[] not null,
  -- Names of residents and staff are sent. Of an organization: never.
  with_names         boolean not null,
  minute_most        integer not null check (minute_most between 1 and 120),
  -- Sealed; the one before it signs as well until then.
  secret             text not null,
  secret_last_four   text not null check (length(secret_last_four) = 4),
  previous_secret    text,
  previous_until     timestamptz(3),
  -- waiting: its first delivery is due at next_at. sending: given to another instance then.
  state              text not null default 'idle' check (state in ('idle', 'waiting', 'sending')),
  -- Counts the claims, so that an instance knows its own.
  attempts           integer not null default 0,
  next_at            timestamptz(3),
  changed_at         timestamptz(3) not null,
  -- Since when it accepted nothing, when administrators were notified of it, and when it was paused because of it.
  failing_since      timestamptz(3),
  noticed_at         timestamptz(3),
  paused_at          timestamptz(3),
  version            integer not null default 1,
  primary key (tenant_id, id),
  check ((next_at is not null) = (state <> 'idle')),
  check ((previous_secret is null) = (previous_until is null))
);
-- What is due, for each tenant by itself.
create index webhook_due on webhook (tenant_id, next_at) where state in ('waiting', 'sending');
-- Serves the sign of health.
create index webhook_failing on webhook (failing_since) where failing_since is not null;
select isolate('webhook');

-- What happened, before it is known which webhooks want it. Written by the triggers below in the transaction of its
-- cause; the job webhooks.send makes deliveries of it and removes it.
create table webhook_event (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  event      text not null,
  at         timestamptz(3) not null,
  alert_id   uuid,
  -- With an alert: what somebody did to it.
  step_id    uuid,
  camera_id  uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
create index webhook_event_by_id on webhook_event (id);
create index webhook_event_by_alert on webhook_event (tenant_id, alert_id) where alert_id is not null;
create index webhook_event_by_camera on webhook_event (tenant_id, camera_id) where camera_id is not null;
select isolate('webhook_event');

-- One event for one webhook, with the result of its last try. Of the tenant in which it happened, so that it goes with
-- that one; the webhook may belong to the organization above. Written by alerting/webhook.
create table webhook_delivery (
  tenant_id         uuid not null references tenant (id),
  -- Sent as the webhook-id: the same at every try.
  id                uuid not null default uuidv7(),
  -- No key: it may be of the organization above.
  webhook_tenant_id uuid not null,
  webhook_id        uuid not null,
  event             text not null,
  at                timestamptz(3) not null,
  alert_id          uuid,
  step_id           uuid,
  camera_id         uuid,
  state             text not null check (state in ('waiting', 'sent', 'failed')),
  -- Their order at the webhook.
  queued_at         timestamptz(3) not null,
  -- Not tried any more from here on.
  expires_at        timestamptz(3) not null,
  -- Fixed at the first try; null before it, and once it is over.
  body              text,
  -- It named people, and so may the answer.
  has_names         boolean not null default false,
  attempts          integer not null default 0 check (attempts >= 0),
  tried_at          timestamptz(3),
  duration_ms       integer check (duration_ms >= 0),
  http_status       integer,
  -- One of the contract's reasons.
  reason            text check (length(reason) <= 40),
  answer            text check (length(answer) <= 500),
  changed_at        timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
-- Serves the first delivery that waits, and their number.
create index webhook_delivery_waiting on webhook_delivery (webhook_id, queued_at, id) where state = 'waiting';
create index webhook_delivery_expiring on webhook_delivery (expires_at) where state = 'waiting';
-- Serves the log, and forgetting.
create index webhook_delivery_by_change on webhook_delivery (webhook_id, changed_at desc, id desc);
create index webhook_delivery_oldest on webhook_delivery (changed_at) where state <> 'waiting';
-- Serves the calls of the last minute.
create index webhook_delivery_tried on webhook_delivery (webhook_id, tried_at desc) where tried_at is not null;
create index webhook_delivery_by_alert on webhook_delivery (tenant_id, alert_id) where alert_id is not null;
create index webhook_delivery_by_camera on webhook_delivery (tenant_id, camera_id) where camera_id is not null;
select isolate('webhook_delivery');

-- Whether a webhook of the site, or of the organization above, is switched on: only then is an event written. A site may
-- not read the organization's webhooks; this looks past the fence for their existence alone.
create function has_webhook(site uuid) returns boolean
language plpgsql stable as $$
declare
  readable constant text := current_setting('app.tenants', true);
  places constant uuid[] := array(select unnest(array[t.id, t.parent_id]) from tenant t where t.id = site);
  found boolean;
begin
  perform set_config('app.tenants', places::text, true);
  found := exists (select from webhook w where w.tenant_id = any(places) and w.is_enabled);
  perform set_config('app.tenants', coalesce(readable, ''), true);
  return found;
end $$;
revoke execute on function has_webhook(uuid) from public;
grant execute on function has_webhook(uuid) to mimamori_app, mimamori_platform;

-- New alerts, in their own transaction, so that none is lost and none is sent that was rolled back.
create function webhook_alert_raised() returns trigger
language plpgsql as $$
begin
  insert into webhook_event (tenant_id, event, at, alert_id, camera_id)
  select a.tenant_id, 'alert.raised', a.created_at, a.id, a.camera_id from arrived a
    where a.occurred_at > a.created_at - interval '24 hours' and a.visit_id is null and not a.is_silent
      and has_webhook(a.tenant_id);
  return null;
end $$;
revoke execute on function webhook_alert_raised() from public;
-- By its name before alert_joins_call: an alarm is raised before somebody goes.
create trigger alert_is_event after insert on alert referencing new table as arrived for each statement
  execute function webhook_alert_raised();

-- What people, rules and rounds did to alarms.
create function webhook_alarm_step() returns trigger
language plpgsql as $$
begin
  insert into webhook_event (tenant_id, event, at, alert_id, step_id, camera_id)
  select s.tenant_id, e.event, s.at, s.alert_id, s.id, a.camera_id from added s
    join (values ('claimed', 'alarm.claimed'), ('arrived', 'alarm.arrived'), ('resolved', 'alarm.ended'),
      ('given-back', 'alarm.reopened'), ('claim-expired', 'alarm.reopened'), ('escalated', 'alarm.escalated'),
      ('repeated', 'alarm.escalated')) e (kind, event) using (kind)
    join alert a on a.tenant_id = s.tenant_id and a.id = s.alert_id
    where has_webhook(s.tenant_id)
    order by s.at, s.id;
  return null;
end $$;
revoke execute on function webhook_alarm_step() from public;
create trigger webhook_alarm_step after insert on alert_step referencing new table as added for each statement
  execute function webhook_alarm_step();

-- Cameras that cannot be seen any more, and those that can again; not what people switch off.
create function webhook_camera_status() returns trigger
language plpgsql as $$
begin
  insert into webhook_event (tenant_id, event, at, camera_id)
  select c.tenant_id, case c.shown_status when 'Online' then 'camera.online' else 'camera.offline' end,
      coalesce(c.last_status_at, transaction_timestamp()), c.id
    from before b join changed c using (tenant_id, id)
    where b.shown_status <> c.shown_status and c.deregistered_at is null
      and (b.shown_status = 'Online' and c.shown_status in ('Offline', 'Inactive')
        or c.shown_status = 'Online' and b.shown_status in ('Offline', 'Inactive'))
      and has_webhook(c.tenant_id);
  return null;
end $$;
revoke execute on function webhook_camera_status() from public;
create trigger webhook_camera_status after update on camera referencing old table as before new table as changed
  for each statement execute function webhook_camera_status();

-- A resident is erased: nothing that named somebody stays here. What waits is written anew.
create function webhook_forgets_names() returns trigger
language plpgsql as $$
begin
  update webhook_delivery d set body = null, answer = null
    where d.has_names and d.tenant_id in (select g.tenant_id from gone g);
  return null;
end $$;
revoke execute on function webhook_forgets_names() from public;
create trigger resident_leaves_webhooks after delete on resident referencing old table as gone for each statement
  execute function webhook_forgets_names();

-- Somebody goes to an alarm, or it is over: the devices that were reached take its messages from their screens.
-- Requirement ALARM-04.

-- One withdrawal from one device, by push or through the provider that rang it. It has neither words nor sound.
create table push_withdrawal (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  -- Cause and alert in the tag of the message that stands on the device.
  alert_id   uuid not null,
  cause      text not null,
  -- Id in push_registration or ring_message.
  registration_id uuid not null,
  -- Opening of the alarm that was answered.
  opening    integer not null,
  attempts   integer not null default 0 check (attempts >= 0),
  -- When it is to be sent (again); null: it was sent, or given up.
  next_at    timestamptz(3),
  due_at     timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade
);
create unique index push_withdrawal_once on push_withdrawal (tenant_id, alert_id, registration_id, opening);
create index push_withdrawal_due on push_withdrawal (next_at) where next_at is not null;
-- Serves the removal of old ones.
create index push_withdrawal_by_time on push_withdrawal (due_at);
create index push_withdrawal_due_of_tenant on push_withdrawal (tenant_id, next_at) where next_at is not null;
select isolate('push_withdrawal');

-- Withdraws messages of alarms that were answered in this statement, or of one whose message reached a device while
-- somebody answered. A message of a burst stays while one of the alarms that it names waits. What reached a device after
-- the withdrawal of the same opening left is withdrawn once more.
create function withdraw_push() returns trigger
language plpgsql as $$
declare
  answered uuid[];
  tenants uuid[];
begin
  if tg_table_name = 'alert' then
    select array_agg(c.id), array_agg(distinct c.tenant_id) into answered, tenants
      from before b join changed c using (tenant_id, id)
      where alert_waits(b.deleted_at, b.alarm_state, b.first_seen_at, b.is_archived)
        and not alert_waits(c.deleted_at, c.alarm_state, c.first_seen_at, c.is_archived);
  else
    select array_agg(a.id), array_agg(a.tenant_id) into answered, tenants
      from alert a where a.tenant_id = new.tenant_id and a.id = new.alert_id
        and not alert_waits(a.deleted_at, a.alarm_state, a.first_seen_at, a.is_archived);
  end if;
  if answered is null then
    return null;
  end if;
  insert into push_withdrawal as w (tenant_id, alert_id, cause, registration_id, opening, next_at, due_at)
  select distinct on (n.tenant_id, shown.alert_id, r.id) n.tenant_id, shown.alert_id, n.cause, r.id, a.opening,
    shown.at, shown.at
  from notification n
    join alert a on a.tenant_id = n.tenant_id and a.id = n.alert_id
    left join notification h on h.tenant_id = n.tenant_id and h.id = n.burst_id
    cross join lateral unnest(n.reached_ids) r (id)
    cross join lateral (select coalesce(h.alert_id, n.alert_id) as alert_id,
      greatest(n.changed_at, a.claimed_at, a.resolved_at, a.deleted_at) as at) shown
  where n.tenant_id = any(tenants) and n.alert_id = any(answered) and a.alarm_state is not null
    and not exists (select from notification o join alert x on x.tenant_id = o.tenant_id and x.id = o.alert_id
      where o.tenant_id = n.tenant_id and o.burst_id = n.burst_id and r.id = any(o.reached_ids)
        and alert_waits(x.deleted_at, x.alarm_state, x.first_seen_at, x.is_archived))
  order by n.tenant_id, shown.alert_id, r.id, n.id desc
  on conflict (tenant_id, alert_id, registration_id, opening) do update
    set cause = excluded.cause, next_at = excluded.next_at, due_at = excluded.due_at, attempts = 0;
  return null;
end $$;
revoke execute on function withdraw_push() from public;

-- After alert_answered, which waits for a message that is recorded at this moment: triggers run in the order of their names.
create trigger alert_withdraws_push after update on alert referencing old table as before new table as changed
  for each statement execute function withdraw_push();
create trigger notification_reached after update of reached_ids on notification
  -- What a person sends after the claim is not the alarm's own message, and stays.
  for each row when (new.cause in ('raised', 'escalated', 'reopened', 'unanswered') and new.reached_ids is distinct from old.reached_ids)
  execute function withdraw_push();

-- The hourly proof that an alert of each camera would arrive: the last passage by step, and gaps. Requirement PROOF-01.
-- Nothing here is an alert: no list, count, report, sound or escalation reads these tables.

-- The last test incident of a camera. One row a camera, written over each hour. Written by fleet/hub (raised, stored)
-- and alerting/notification (chosen, gap).
create table path_proof (
  tenant_id  uuid not null,
  camera_id  uuid not null,
  -- By the hub's clock: its worker raised it while images came.
  raised_at  timestamptz(3) not null,
  stored_at  timestamptz(3) not null,
  -- The same code as for an alert worked out the recipients; null: not yet, since the first one.
  chosen_at  timestamptz(3),
  recipients integer,
  -- Time of the incident that passed all of these steps last.
  passed_at  timestamptz(3),
  -- The gap that runs.
  gap_id     uuid,
  primary key (tenant_id, camera_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade,
  check ((chosen_at is null) = (recipients is null) and (chosen_at is null) = (passed_at is null))
);
-- Serves the work that chooses recipients.
create index path_proof_waiting on path_proof (stored_at) where passed_at is null or passed_at < raised_at;
-- Serves the search for gaps.
create index path_proof_passed on path_proof (passed_at);
select isolate('path_proof');

-- The last test incident of a camera that an open console on a device received. Written by alerting/notification.
create table path_receipt (
  tenant_id   uuid not null,
  camera_id   uuid not null,
  -- A row of alarm_device, of this site or of the organisation above it: so without a key.
  device_id   uuid not null,
  received_at timestamptz(3) not null,
  primary key (tenant_id, camera_id, device_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
-- Serves forgetting.
create index path_receipt_oldest on path_receipt (received_at);
select isolate('path_receipt');

-- A time in which no test incident of a camera passed, although it was to work. Written by alerting/notification.
create table path_gap (
  tenant_id  uuid not null,
  id         uuid not null default uuidv7(),
  camera_id  uuid not null,
  -- The last passage before it.
  began_at   timestamptz(3) not null,
  -- When administrators were notified.
  noticed_at timestamptz(3) not null,
  -- When one passed again, or the camera was switched off; null: it runs.
  ended_at   timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
create index path_gap_by_camera on path_gap (tenant_id, camera_id, began_at desc);
-- Serves forgetting.
create index path_gap_ended on path_gap (ended_at) where ended_at is not null;
select isolate('path_gap');

-- A camera from which alerts may not arrive, and its return.
create function webhook_coverage() returns trigger
language plpgsql as $$
begin
  insert into webhook_event (tenant_id, event, at, camera_id)
  select new.tenant_id, case when new.ended_at is null then 'coverage.lost' else 'coverage.restored' end,
    coalesce(new.ended_at, new.noticed_at), new.camera_id
  where has_webhook(new.tenant_id);
  return null;
end $$;
revoke execute on function webhook_coverage() from public;
create trigger webhook_coverage_lost after insert on path_gap for each row when (new.ended_at is null)
  execute function webhook_coverage();
create trigger webhook_coverage_restored after update of ended_at on path_gap for each row
  when (old.ended_at is null and new.ended_at is not null) execute function webhook_coverage();
