-- Alerting: alerts, what people did with them, and how
-- many there are. The alert has the present state for lists; what happened is in alert_step.

-- Lists by urgency: the most urgent first, of those the newest. Requirements ALARM-05, ALERT-02.
create function severity_rank(severity text) returns integer
language sql immutable parallel safe as $$
  select case severity when 'critical' then 0 when 'high' then 1 when 'medium' then 2 else 3 end
$$;

-- The order of alarms: open before claimed before arrived before over, then severity, then fall before bed exit before the
-- rest. Of two with the same rank the newer one comes first. The contract's compareAlarms does the same.
create function alarm_rank(state text, severity text, activity text) returns integer
language sql immutable parallel safe
return case state when 'open' then 0 when 'claimed' then 1 when 'arrived' then 2 else 3 end * 100
  + severity_rank(severity) * 10
  + case activity when 'A005' then 0 when 'A006' then 1 else 2 end;

-- Whether an alert still waits for somebody: an alarm that nobody has claimed, or activity that nobody has read.
create function alert_waits(deleted_at timestamptz, alarm_state text, first_seen_at timestamptz,
  is_archived boolean) returns boolean
language sql immutable parallel safe as $$
  select deleted_at is null
    and case when alarm_state is null then first_seen_at is null and not is_archived else alarm_state = 'open' end
$$;

-- Reports count from the alert to the claim. A claim that ran out answers nothing; what ended without a claim was
-- answered then; activity, when it was read. What ended by itself was answered by nobody. Requirements ALARM-06,
-- METRIC-03, NIGHT-05.
create function alert_answered_at(alarm_state text, first_seen_at timestamptz, claimed_at timestamptz,
  resolved_at timestamptz, outcome text) returns timestamptz
language sql immutable parallel safe as $$
  select case when alarm_state is null then first_seen_at when outcome = 'returned' then null
    else coalesce(claimed_at, resolved_at) end
$$;

-- What a hub reported, or a hub's or camera's silence, with its present state. Written by fleet/hub (new ones,
-- clips), alerting/alert and alerting/alarm (answers). Requirements ALERT-01 to ALERT-11, ALARM-01, ALARM-02.
--
-- One table, not one a month (decision 0007): measured with a million alerts, monthly partitions halve the rate of
-- the hottest read (a page of the list: 3.3 thousand a second against 6.7), and an id could be unique within its
-- month alone, while a resend is found by its id. Old alerts leave in small batches.
create table alert (
  tenant_id             uuid not null,
  -- Made on the hub when it concluded (UUIDv7): the same alert sent twice is the same row.
  id                    uuid not null,
  -- Null for the alert of a hub.
  camera_id             uuid,
  -- The unit of the camera when it happened; decides who may see it.
  unit_id               uuid,
  -- What happened: the app that concluded it, or which part of the watching fell silent.
  activity              text not null constraint alert_activity check (activity ~ '^(A[0-9]{3}|[a-z]+(-[a-z]+)+)$'),
  severity              text not null check (severity in ('critical', 'high', 'medium', 'low')),
  -- When it happened in the room, by the hub's corrected clock. Lists sort and search by this.
  occurred_at           timestamptz(3) not null,
  -- When it was stored, by the service's clock; created_at - occurred_at is the delivery delay.
  created_at            timestamptz(3) not null,
  is_archived           boolean not null default false,
  -- camera: concluded on the device. cloud: on the hub or the service.
  inferenced_by         text not null default 'cloud' check (inferenced_by in ('camera', 'cloud')),
  -- Things seen: the contract's Detection[]; places as shares of the image.
  detections            jsonb not null default '[]',
  -- The watched region's bounding box, the contract's Box; null: the whole image.
  region                jsonb,

  -- Images are rows of media, whose alert_id names this alert. No keys from here: the alert is stored first.
  thumbnail_media_id    uuid,
  -- none: a snapshot is all there is. pending: the hub still cuts it. expired: removed by retention.
  clip_state            text not null default 'none'
    check (clip_state in ('none', 'pending', 'ready', 'failed', 'expired', 'missing', 'damaged')),
  clip_media_id         uuid,
  clip_duration_ms      integer check (clip_duration_ms > 0),
  -- Where in the clip the alert began.
  clip_alert_at_ms      integer check (clip_alert_at_ms >= 0),
  -- When the clip became ready or failed; the timeline shows it.
  clip_changed_at       timestamptz(3),

  -- The first care role that saw it, for everybody to know who is on the way; the name stays when the user goes.
  first_seen_by         uuid,
  first_seen_name       text,
  first_seen_at         timestamptz(3),
  -- The last judgement; earlier ones are in alert_step.
  verdict               text check (verdict in ('real', 'false-alarm', 'unsure')),
  -- The hub that fell silent, and its name then. No key: the row stays when the hub goes.
  agent_id              uuid,
  agent_name            text,
  -- How many cameras of the alert's unit went dark with the hub.
  dark_cameras          integer check (dark_cameras >= 0),
  -- Deleted by a person: in no list and no count, removed for good a little later, taken back until then.
  deleted_at            timestamptz(3),
  -- Why it was judged so, in words.
  verdict_reason        text check (length(verdict_reason) <= 300),
  blurred_media_id      uuid,
  -- How people look in the thumbnail and the clip;
  people                text not null default 'clear' check (people in ('clear', 'blurred', 'silhouettes')),
  -- As clip_state, for users that may see people blurred alone. none: there is no clip for them.
  blurred_clip_state    text not null default 'none'
    check (blurred_clip_state in ('none', 'pending', 'ready', 'failed', 'expired', 'missing', 'damaged')),
  -- The clip itself where it shows nobody, else its copy.
  blurred_clip_media_id uuid,
  -- Why there is no clip, {code, params}; null when there is one.
  clip_error            jsonb,
  -- Null: activity, which needs no answer.
  alarm_state           text check (alarm_state in ('open', 'claimed', 'arrived', 'resolved')),
  -- Since when it waits for somebody: stored, or opened again.
  open_since            timestamptz(3),
  -- 1 when stored, one more each time it opens again.
  opening               integer check (opening >= 1),
  -- The person that goes; null again when the claim was given back or ran out. Names stay when users go.
  claimer_id            uuid,
  claimer_name          text,
  claimed_at            timestamptz(3),
  claim_ends_at         timestamptz(3),
  -- Others that go as well: [{userId, userName, at}], first come first.
  joined                jsonb not null default '[]',
  arrived_by            uuid,
  -- Null with an arrived_at: the camera saw somebody come in.
  arrived_name          text,
  arrived_at            timestamptz(3),
  resolved_by           uuid,
  resolved_name         text,
  resolved_at           timestamptz(3),
  -- One of the contract's STORED_OUTCOMES. looked-through: it came long after it happened, and somebody looked at it in
  -- a list with the others. returned: the service ended it, with an empty resolved_name.
  outcome               text
    check (outcome in ('no-injury', 'injury', 'hospital', 'assisted', 'lowered-themselves', 'nothing-needed',
    'already-there', 'false-alarm', 'other', 'looked-through', 'returned')),
  outcome_note          text check (length(outcome_note) <= 2000),
  -- It calls nobody whatever the site chose: a look-in, or a fall on a camera that only measures falls.
  is_silent             boolean not null default false,
  -- The care visit in which it happened; null: none, or one that did not pause it.
  visit_id              uuid,
  -- What the camera sent of a clip that was converted (H.265): a row of media, and its codec string. Null: none.
  clip_original_media_id uuid,
  clip_original_codec   text check (length(clip_original_codec) between 1 and 40),
  -- Why it is open again: given back by its claimer, or nobody arrived in time. Null: it never was open again.
  reopened              text constraint alert_reopened check (reopened in ('given-back', 'expired')),
  -- Since when the room was on the floor, for a fall that the service raised.
  lying_since           timestamptz(3),
  -- The id that its hub gave the same fall, which it raised later: news of the clip names it.
  hub_alert_id          uuid,
  -- The name that the site gave the kind of a signal.
  kind_name             text check (length(kind_name) between 1 and 80),
  primary key (tenant_id, id),
  -- Nothing cascades into this table: the removal of a camera or a unit deals with its alerts first, images and
  -- all.
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id),
  constraint alert_visit foreign key (tenant_id, visit_id) references visit (tenant_id, id),
  constraint alert_clip_original check ((clip_original_media_id is null) = (clip_original_codec is null)),
  constraint alert_alarm_claim
    check ((claim_ends_at is not null) = (coalesce(alarm_state, '') = 'claimed')
    and (claimer_name is null) = (claimed_at is null)
    and (alarm_state is null or alarm_state <> 'open' or claimed_at is null)
    and (alarm_state is null or (alarm_state not in ('claimed', 'arrived')) or claimed_at is not null)),
  constraint alert_alarm_end
    check ((resolved_at is not null) = (coalesce(alarm_state, '') = 'resolved')
    and (resolved_at is null) = (outcome is null) and (resolved_at is null) = (resolved_name is null)),
  constraint alert_alarm_open
    check ((alarm_state is null) = (open_since is null) and (alarm_state is null) = (opening is null)),
  constraint alert_blurred_clip_ready check (blurred_clip_state <> 'ready' or blurred_clip_media_id is not null),
  check (clip_state <> 'ready' or clip_media_id is not null and clip_duration_ms is not null),
  constraint alert_check1 check ((first_seen_at is null) = (first_seen_name is null)),
  constraint alert_names_kind check ((kind_name is not null) = (activity = 'site-signal')),
  constraint alert_names_hub check ((camera_id is null) = (agent_id is not null and agent_name is not null)),
  constraint alert_of_camera_or_hub check ((camera_id is null) = (activity = 'hub-offline'))
);
-- Serves alert.search by time in both directions; what it includes lets filters and counts stay inside the index.
create index alert_by_time on alert (tenant_id, is_archived, occurred_at desc, id desc)
  include (unit_id, camera_id, severity, activity) where deleted_at is null;
-- Serves alert.search for few cameras.
create index alert_by_camera on alert (tenant_id, camera_id, is_archived, occurred_at desc, id desc)
  include (unit_id, severity, activity) where deleted_at is null;
-- Serves the unread count: what arrived after the user's watermark.
create index alert_by_arrival on alert (tenant_id, created_at)
  include (is_archived, unit_id, camera_id, severity, activity) where deleted_at is null;
-- Serves the removal for good.
create index alert_deleted on alert (deleted_at) where deleted_at is not null;
-- The fall report reads falls alone, however many other alerts lie between them. Requirement METRIC-03.
create index alert_fall on alert (tenant_id, occurred_at) include (unit_id, camera_id)
  where activity = 'A005' and deleted_at is null;
-- Serves alerts.give-up-clips.
create index alert_awaiting_clip on alert (created_at)
  where clip_state = 'pending' or blurred_clip_state = 'pending';
-- Serves the bar of open alarms, the lists by need, the most urgent one, and the worst one of a room.
create index alert_unresolved on alert
  (tenant_id, alarm_rank(alarm_state, severity, activity), occurred_at desc, id desc)
  include (alarm_state, unit_id, camera_id, severity, activity) where alarm_state <> 'resolved' and deleted_at is null;
-- Serves the timer of claims that run out.
create index alert_claim_ends on alert (claim_ends_at) where alarm_state = 'claimed' and deleted_at is null;
-- Serves the end of bed exits and wake-ups whose resident is back in bed.
create index alert_return on alert (tenant_id, camera_id, activity) where alarm_state = 'open' and deleted_at is null;
-- Serves alert.search by severity in both directions; includes what alert_by_time does, for filters.
create index alert_by_severity on alert (tenant_id, is_archived, severity_rank(severity), occurred_at desc, id desc)
  include (unit_id, camera_id, severity, activity) where deleted_at is null;
-- Serves the report of how soon somebody was in the room: of a year's alerts those alone that have an arrival.
create index alert_arrival on alert (tenant_id, occurred_at) include (severity, unit_id, camera_id, created_at, arrived_at)
  where arrived_at is not null and deleted_at is null;
-- Serves a hub's news of a fall that the service had raised before. Falls that both raised are few.
create unique index alert_of_hub on alert (tenant_id, camera_id, hub_alert_id) where hub_alert_id is not null;
select isolate('alert');

-- However an alert is stored, its severity makes it an alarm, unless it is silent. What is stored as read or archived is
-- activity; what a care visit pauses is activity, read by the person who is there. Requirements REAL-12, REAL-13.
create function alert_becomes_alarm() returns trigger
language plpgsql as $$
declare
  visiting record;
begin
  new.is_silent := new.activity = 'look-in' or new.activity = 'A005' and exists (select from camera_app x
    where x.tenant_id = new.tenant_id and x.camera_id = new.camera_id and x.app_code = 'A005'
      and x.settings -> 'measuresOnly' = 'true');
  if new.alarm_state is null and new.first_seen_at is null and new.camera_id is not null then
    select v.id, v.user_id, v.user_name into visiting from visit v
      where v.tenant_id = new.tenant_id and v.camera_id = new.camera_id and v.started_at <= new.occurred_at
        and new.occurred_at < v.ends_at and (v.ended_at is null or new.occurred_at < v.ended_at)
        and case new.activity when 'look-in' then 'A005' else new.activity end = any(v.app_codes)
      order by v.started_at desc limit 1;
    if found then
      new.visit_id := visiting.id;
      new.first_seen_by := visiting.user_id;
      new.first_seen_name := visiting.user_name;
      new.first_seen_at := new.created_at;
      return new;
    end if;
  end if;
  if new.is_silent or new.alarm_state is not null or new.first_seen_at is not null or new.is_archived
    or not coalesce((select new.severity = any(t.alarm_severities) from tenant t where t.id = new.tenant_id), false) then
    return new;
  end if;
  new.open_since := new.created_at;
  new.opening := 1;
  new.alarm_state := 'open';
  return new;
end $$;
revoke execute on function alert_becomes_alarm() from public;
create trigger alert_becomes_alarm before insert on alert for each row execute function alert_becomes_alarm();

-- One thing that people or a rule did to an alert: its timeline. Rows are only ever added, by alerting, and
-- care/report. 'occurred', 'raised' and what became of the clip are columns of the alert itself. Requirements
-- ALERT-05, ALERT-06, ALERT-11, ALARM-06.
create table alert_step (
  tenant_id       uuid not null,
  id              uuid not null default uuidv7(),
  alert_id        uuid not null,
  at              timestamptz(3) not null,
  kind            text not null constraint alert_step_kind
    check (kind in ('seen', 'archived', 'unarchived', 'judged', 'deleted', 'restored', 'resent', 'reported',
    'escalated', 'claimed', 'joined', 'given-back', 'claim-expired', 'arrived', 'resolved', 'noted', 'asked', 'paused',
    'undone', 'repeated')),
  user_id         uuid,
  -- The name at that time; it stays when the user goes.
  user_name       text,
  verdict         text check (verdict in ('real', 'false-alarm', 'unsure')),
  verdict_reason  text check (length(verdict_reason) <= 300),
  escalation_name text,
  outcome         text,
  note            text check (length(note) <= 2000),
  -- Where a button was pressed; camera: it was seen; room: the person was on the way to the room already.
  source          text check (source in ('console', 'station', 'push', 'email', 'link', 'call', 'mqtt', 'camera',
    'room')),
  -- When a button was pressed that waited for a connection.
  pressed_at      timestamptz(3),
  -- Id of the press: the same one again changes nothing.
  request_id      uuid,
  -- The alarm as it was when this press was made, the contract's Alarm: an undo restores it.
  before          jsonb,
  -- With undone: the press that was taken back.
  undoes          uuid,
  -- With repeated: the number of the round, from 1, and the names of its recipients as they were then.
  round           integer check (round >= 1),
  recipients      text[],
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  check ((kind = 'judged') = (verdict is not null)),
  constraint alert_step_names_escalation check ((escalation_name is not null) = (kind = 'escalated')),
  constraint alert_step_names_person check ((user_name is null) = (user_id is null)),
  constraint alert_step_of_person
    check ((user_id is null) = ((kind in ('escalated', 'claim-expired', 'repeated')) or kind = 'arrived'
    and coalesce(source, '') = 'camera' or kind = 'resolved' and coalesce(outcome, '') = 'returned')),
  constraint alert_step_outcome check ((outcome is not null) = (kind = 'resolved')),
  constraint alert_step_repeated check (num_nonnulls(round, recipients) = case kind when 'repeated' then 2 else 0 end),
  constraint alert_step_undoes check ((undoes is not null) = (kind = 'undone'))
);
create index alert_step_by_alert on alert_step (tenant_id, alert_id, at);
create unique index alert_step_request on alert_step (tenant_id, request_id, alert_id, kind)
  where request_id is not null;
-- A step goes with its alert alone, and that is the owner's act.
select isolate('alert_step', 'select, insert');

-- What another system said when it raised an alert. Written by alerting/signal. Requirement REACH-54.
create table alert_signal (
  tenant_id    uuid not null,
  alert_id     uuid not null,
  -- No keys: kinds and service accounts leave, what they raised stays.
  kind_id      uuid not null,
  -- Null: the digital input of the alert's camera raised it.
  account_id   uuid,
  account_name text not null,
  -- The sender's own id.
  external_id  text check (length(external_id) between 1 and 200),
  note         text not null check (length(note) <= 200),
  created_at   timestamptz(3) not null,
  primary key (tenant_id, alert_id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade
);
-- Serves the search for what was raised before with this id.
create index alert_signal_by_external on alert_signal (account_id, external_id, created_at) where external_id is not null;
-- Serves the count of a kind's alerts.
create index alert_signal_by_kind on alert_signal (tenant_id, kind_id);
select isolate('alert_signal');

-- A new alarm in a room that somebody goes to, or reached a short time ago, joins that call unless it is worse: the
-- same person has claimed it, nobody is notified, and an undo of that claim opens it too. An alarm that is being
-- answered at this moment is skipped: the new one stays open. Late alarms stay open as well. Requirement NIGHT-01.
create function alert_joins_call() returns trigger
language plpgsql as $$
begin
  with going as (
    select a.tenant_id, a.id, a.created_at, a.open_since, x.alarm_state, x.claimer_id, x.claimer_name, x.claim_ends_at,
      x.joined, x.arrived_by, x.arrived_name, (select s.request_id from alert_step s
        where s.tenant_id = x.tenant_id and s.alert_id = x.id and s.kind = 'claimed'
        order by s.at desc, s.id desc limit 1) as request_id
    from arrived a join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
      cross join lateral (
        select x.* from alert x join camera h on h.tenant_id = x.tenant_id and h.id = x.camera_id
        where x.tenant_id = a.tenant_id and x.alarm_state <> 'resolved' and x.alarm_state in ('claimed', 'arrived')
          and x.deleted_at is null and x.claimer_id is not null
          and h.tally_unit_id = c.tally_unit_id and h.location = c.location
          and alarm_rank('open', x.severity, x.activity) <= alarm_rank('open', a.severity, a.activity)
          and (x.claim_ends_at > a.created_at or x.arrived_at > a.created_at - interval '10 minutes')
        order by alarm_rank('open', x.severity, x.activity), x.id limit 1 for share of x skip locked) x
    where a.alarm_state = 'open' and a.occurred_at > a.created_at - interval '30 minutes'
  ), joined as (
    update alert a set alarm_state = g.alarm_state, claimer_id = g.claimer_id, claimer_name = g.claimer_name,
      claimed_at = g.created_at, claim_ends_at = g.claim_ends_at, joined = g.joined, arrived_by = g.arrived_by,
      arrived_name = g.arrived_name, arrived_at = case when g.alarm_state = 'arrived' then g.created_at end
    from going g where a.tenant_id = g.tenant_id and a.id = g.id)
  insert into alert_step (tenant_id, alert_id, at, kind, user_id, user_name, source, request_id, before)
  select g.tenant_id, g.id, g.created_at, 'claimed', g.claimer_id, g.claimer_name, 'room', g.request_id,
    jsonb_build_object('state', 'open', 'openSince', to_char(g.open_since at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'opening', 1, 'reopened', null, 'claimer', null, 'claimEndsAt', null,
      'joined', '[]'::jsonb, 'arrived', null, 'resolved', null)
  from going g;
  return null;
end $$;
revoke execute on function alert_joins_call() from public;
create trigger alert_joins_call after insert on alert referencing new table as arrived for each statement
  execute function alert_joins_call();

-- An alert that a user has seen, beyond the watermark. A user of the organisation above belongs to another tenant
-- than the alert, so user_id has no key to app_user. Written by alerting/alert.
create table alert_seen (
  -- The alert's tenant.
  tenant_id uuid not null,
  user_id   uuid not null,
  alert_id  uuid not null,
  seen_at   timestamptz(3) not null,
  -- The call that marked it together with others; null: it was opened or chosen by itself.
  mark_id   uuid,
  primary key (tenant_id, user_id, alert_id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade
);
create index alert_seen_by_alert on alert_seen (tenant_id, alert_id);
select isolate('alert_seen');

-- 'Mark all read' in one row: everything of this tenant that was stored up to then counts as seen by this user.
-- Written by alerting/alert, and with a new user by identity/user.
create table user_alert_watermark (
  -- The tenant whose alerts were marked.
  tenant_id  uuid not null references tenant (id),
  user_id    uuid not null,
  -- Compared with alert.created_at.
  seen_until timestamptz(3) not null,
  primary key (tenant_id, user_id)
);
select isolate('user_alert_watermark');

-- What one 'mark all read' marked, and the watermark that it moved: it can be undone for some minutes. Written by
-- alerting/alert.
create table alert_read_mark (
  -- The tenant whose alerts were marked; a call that reaches several tenants has a row in each, of one id.
  tenant_id         uuid not null references tenant (id),
  user_id           uuid not null,
  id                uuid not null,
  marked_at         timestamptz(3) not null,
  -- Both null: no watermark was moved, and the rows of alert_seen say what was marked.
  seen_until_before timestamptz(3),
  seen_until        timestamptz(3),
  primary key (tenant_id, user_id, id)
);
select isolate('alert_read_mark');

-- A filter of the alerts list that a user saved for a site. Written by alerting/alert. Requirement ALERT-03.
create table alert_filter (
  -- The site that is worked on. A user of the organisation above belongs to another tenant, so user_id has no key.
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  user_id    uuid not null,
  -- At most five of a user at a site: each has a place of its own.
  slot       smallint not null check (slot between 1 and 5),
  name       text not null check (length(name) between 1 and 60),
  -- Chosen by itself when the list is opened without filters.
  is_default boolean not null default false,
  -- The contract's SavedFilterContent. Cameras, tags and shifts in it may be gone by now.
  content    jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id),
  constraint alert_filter_slot unique (tenant_id, user_id, slot)
);
create unique index alert_filter_name on alert_filter (tenant_id, user_id, plain(name));
create unique index alert_filter_default on alert_filter (tenant_id, user_id) where is_default;
select isolate('alert_filter');

-- How many alerts there are by unit and day, for dashboards, and by the day of arrival, for the unread count, so that
-- no list and no dashboard counts history. Requirements DASH-01, NAV-08; performance.md P2, P3.
--
-- Updated in the transaction that changes an alert: the triggers below are the only writers. Days are those of the
-- site's calendar. Deleted alerts are not counted; an alert without a unit or a camera counts under the zero uuid.
-- Rows that fell to zero stay.
create table alert_tally (
  tenant_id   uuid not null references tenant (id),
  -- The day on which the alerts happened, and the day on which they were stored.
  day         date not null,
  arrived_on  date not null,
  unit_id     uuid not null,
  severity    text not null,
  activity    text not null,
  is_archived boolean not null,
  alerts      integer not null,
  primary key (tenant_id, day, arrived_on, unit_id, severity, activity, is_archived)
) with (fillfactor = 70);
create index alert_tally_by_arrival on alert_tally (tenant_id, arrived_on);
select isolate('alert_tally');

-- The same by camera and day, and by camera for all time in the rows of the day '-infinity'.
create table alert_camera_tally (
  tenant_id   uuid not null references tenant (id),
  day         date not null,
  camera_id   uuid not null,
  unit_id     uuid not null,
  severity    text not null,
  activity    text not null,
  is_archived boolean not null,
  alerts      integer not null,
  primary key (tenant_id, day, camera_id, unit_id, severity, activity, is_archived)
) with (fillfactor = 70);
select isolate('alert_camera_tally');

-- Counts the alerts of one statement in or out. Rows are touched in the order of their keys, so that two transactions
-- never wait for each other crosswise.
create function alert_tally_count() returns trigger
language plpgsql as $$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into alert_tally as t (tenant_id, day, arrived_on, unit_id, severity, activity, is_archived, alerts)
  select a.tenant_id, site_day(a.occurred_at, s.timezone), site_day(a.created_at, s.timezone),
      coalesce(a.unit_id, uuid_nil()), a.severity, a.activity, a.is_archived, sign * count(*)
    from changed a join tenant s on s.id = a.tenant_id
    where a.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, day, arrived_on, unit_id, severity, activity, is_archived)
    do update set alerts = t.alerts + excluded.alerts;

  insert into alert_camera_tally as t (tenant_id, day, camera_id, unit_id, severity, activity, is_archived, alerts)
  select a.tenant_id, span.day, coalesce(a.camera_id, uuid_nil()), coalesce(a.unit_id, uuid_nil()), a.severity,
      a.activity, a.is_archived, sign * count(*)
    from changed a join tenant s on s.id = a.tenant_id
      cross join lateral (values (date '-infinity'), (site_day(a.occurred_at, s.timezone))) span (day)
    where a.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, day, camera_id, unit_id, severity, activity, is_archived)
    do update set alerts = t.alerts + excluded.alerts;
  return null;
end $$;
create trigger alert_counted_in after insert on alert referencing new table as changed for each statement
  execute function alert_tally_count();
create trigger alert_counted_out after delete on alert referencing old table as changed for each statement
  execute function alert_tally_count();

-- Moves alerts from one row of the tallies to another: archived, a unit that was closed. Most updates (seen, clip)
-- move none.
create function alert_tally_move() returns trigger
language plpgsql as $$
begin
  if not exists (
    select from before b join changed c using (tenant_id, id)
    where (b.occurred_at, b.created_at, b.unit_id, b.camera_id, b.severity, b.activity, b.is_archived,
        b.deleted_at is null) is distinct from
      (c.occurred_at, c.created_at, c.unit_id, c.camera_id, c.severity, c.activity, c.is_archived,
        c.deleted_at is null)) then
    return null;
  end if;

  insert into alert_tally as t (tenant_id, day, arrived_on, unit_id, severity, activity, is_archived, alerts)
  select a.tenant_id, site_day(a.occurred_at, s.timezone), site_day(a.created_at, s.timezone),
      coalesce(a.unit_id, uuid_nil()), a.severity, a.activity, a.is_archived, sum(a.sign)
    from (select b.*, -1 as sign from before b union all select c.*, 1 from changed c) a
      join tenant s on s.id = a.tenant_id
    where a.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 having sum(a.sign) <> 0 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, day, arrived_on, unit_id, severity, activity, is_archived)
    do update set alerts = t.alerts + excluded.alerts;

  insert into alert_camera_tally as t (tenant_id, day, camera_id, unit_id, severity, activity, is_archived, alerts)
  select a.tenant_id, span.day, coalesce(a.camera_id, uuid_nil()), coalesce(a.unit_id, uuid_nil()), a.severity,
      a.activity, a.is_archived, sum(a.sign)
    from (select b.*, -1 as sign from before b union all select c.*, 1 from changed c) a
      join tenant s on s.id = a.tenant_id
      cross join lateral (values (date '-infinity'), (site_day(a.occurred_at, s.timezone))) span (day)
    where a.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 having sum(a.sign) <> 0 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, day, camera_id, unit_id, severity, activity, is_archived)
    do update set alerts = t.alerts + excluded.alerts;
  return null;
end $$;
create trigger alert_moved after update on alert referencing old table as before new table as changed
  for each statement execute function alert_tally_move();

-- A site that moves to another time zone has other days: its tallies are made anew while nothing else writes alerts.
create function alert_tally_rebuild() returns trigger
language plpgsql as $$
begin
  lock table alert in share row exclusive mode;
  delete from alert_tally where tenant_id = new.id;
  delete from alert_camera_tally where tenant_id = new.id;
  insert into alert_tally (tenant_id, day, arrived_on, unit_id, severity, activity, is_archived, alerts)
  select tenant_id, site_day(occurred_at, new.timezone), site_day(created_at, new.timezone),
      coalesce(unit_id, uuid_nil()), severity, activity, is_archived, count(*)
    from alert where tenant_id = new.id and deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
  insert into alert_camera_tally (tenant_id, day, camera_id, unit_id, severity, activity, is_archived, alerts)
  select tenant_id, span.day, coalesce(camera_id, uuid_nil()), coalesce(unit_id, uuid_nil()), severity, activity,
      is_archived, count(*)
    from alert cross join lateral (values (date '-infinity'), (site_day(occurred_at, new.timezone))) span (day)
    where tenant_id = new.id and deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;
create trigger tenant_moved_zone after update of timezone on tenant for each row
  when (old.timezone is distinct from new.timezone) execute function alert_tally_rebuild();

-- The same by the hour of UTC, so that a site that moves to another time zone keeps them: what is left of a range
-- before its first and after its last whole day is summed from here, and a range of thirty days costs the same among
-- ten thousand and among ten million alerts.
create table alert_hour_tally (
  tenant_id   uuid not null references tenant (id),
  hour        timestamptz(0) not null check (hour = date_trunc('hour', hour, 'UTC')),
  camera_id   uuid not null,
  unit_id     uuid not null,
  severity    text not null,
  activity    text not null,
  is_archived boolean not null,
  alerts      integer not null,
  primary key (tenant_id, hour, camera_id, unit_id, severity, activity, is_archived)
) with (fillfactor = 70);
select isolate('alert_hour_tally');

-- Counts the alerts of one statement in or out. Rows are touched in the order of their keys, so that two transactions
-- never wait for each other crosswise.
create function alert_hour_tally_count() returns trigger
language plpgsql as $$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into alert_hour_tally as t (tenant_id, hour, camera_id, unit_id, severity, activity, is_archived, alerts)
  select a.tenant_id, utc_hour(a.occurred_at), coalesce(a.camera_id, uuid_nil()), coalesce(a.unit_id, uuid_nil()),
      a.severity, a.activity, a.is_archived, sign * count(*)
    from changed a
    where a.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, hour, camera_id, unit_id, severity, activity, is_archived)
    do update set alerts = t.alerts + excluded.alerts;
  return null;
end $$;
create trigger alert_hour_counted_in after insert on alert referencing new table as changed for each statement
  execute function alert_hour_tally_count();
create trigger alert_hour_counted_out after delete on alert referencing old table as changed for each statement
  execute function alert_hour_tally_count();

-- What was only seen, or got its clip, sums up to nothing and moves nothing.
create function alert_hour_tally_move() returns trigger
language plpgsql as $$
begin
  insert into alert_hour_tally as t (tenant_id, hour, camera_id, unit_id, severity, activity, is_archived, alerts)
  select a.tenant_id, utc_hour(a.occurred_at), coalesce(a.camera_id, uuid_nil()), coalesce(a.unit_id, uuid_nil()),
      a.severity, a.activity, a.is_archived, sum(a.sign)
    from (select b.*, -1 as sign from before b union all select c.*, 1 from changed c) a
    where a.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 having sum(a.sign) <> 0 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, hour, camera_id, unit_id, severity, activity, is_archived)
    do update set alerts = t.alerts + excluded.alerts;
  return null;
end $$;
create trigger alert_hour_moved after update on alert referencing old table as before new table as changed
  for each statement execute function alert_hour_tally_move();
