-- The whole schema, as the migrations leave it. Generated: `npx vitest run --project service schema -u` writes it anew.
-- Tables by name, each with its keys, indexes, policies (row level security is enabled and forced) and triggers.

create table accident (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  alert_id uuid,
  resident_id uuid,
  unit_id uuid,
  location text not null,
  kind text default 'accident'::text not null,
  state text default 'draft'::text not null,
  issue integer default 1 not null,
  version integer default 1 not null,
  form_version text not null,
  form jsonb not null,
  own_items jsonb default '[]'::jsonb not null,
  is_number_for_name boolean default false not null,
  sources jsonb default '[]'::jsonb not null,
  person_name text not null,
  occurred_at timestamptz(3),
  is_final boolean default false not null,
  missing_count integer not null,
  edited_by uuid not null,
  edited_by_name text not null,
  edited_at timestamptz(3) not null,
  checked_by uuid,
  checked_by_name text,
  checked_at timestamptz(3),
  submitted_on date,
  created_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert(tenant_id, id) ON DELETE SET NULL (alert_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  FOREIGN KEY (tenant_id, resident_id) REFERENCES resident(tenant_id, id) ON DELETE SET NULL (resident_id),
  CHECK (state = 'draft'::text OR checked_by IS NOT NULL),
  CHECK (state <> 'submitted'::text OR submitted_on IS NOT NULL),
  CHECK (state <> 'submitted'::text OR kind = 'accident'::text),
  CHECK (form_version = '2024-11'::text),
  CHECK (kind = ANY (ARRAY['accident'::text, 'near-miss'::text])),
  CHECK (state = ANY (ARRAY['draft'::text, 'checked'::text, 'submitted'::text]))
);
CREATE INDEX accident_by_edit ON accident USING btree (edited_at);
CREATE INDEX accident_by_resident ON accident USING btree (tenant_id, resident_id) WHERE (resident_id IS NOT NULL);
CREATE INDEX accident_by_time ON accident USING btree (tenant_id, COALESCE(occurred_at, created_at) DESC, id DESC);
CREATE UNIQUE INDEX accident_of_alert ON accident USING btree (tenant_id, alert_id, resident_id, kind);
select isolate('accident');

create table accident_setting (
  tenant_id uuid not null,
  own_items jsonb not null,
  is_number_for_name boolean not null,
  version integer not null,
  updated_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (jsonb_typeof(own_items) = 'array'::text)
);
select isolate('accident_setting');

create table accident_step (
  tenant_id uuid not null,
  accident_id uuid not null,
  version integer not null,
  issue integer not null,
  kind text not null,
  user_id uuid not null,
  user_name text not null,
  at timestamptz(3) not null,
  state text not null,
  form_version text not null,
  form jsonb not null,
  own_items jsonb not null,
  is_number_for_name boolean not null,
  sources jsonb not null,
  submitted_on date,
  PRIMARY KEY (tenant_id, accident_id, version),
  FOREIGN KEY (tenant_id, accident_id) REFERENCES accident(tenant_id, id) ON DELETE CASCADE,
  CHECK (form_version = '2024-11'::text),
  CHECK (kind = ANY (ARRAY['created'::text, 'saved'::text, 'checked'::text, 'submitted'::text, 'next'::text]))
);
select isolate('accident_step');

create table agent (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  name text not null,
  public_id text not null,
  key_hash bytea not null,
  key_last_four text not null,
  registration_status text default 'CREATED'::text not null,
  revoked_at timestamptz(3),
  version text,
  hostname text,
  last_active_at timestamptz(3),
  cpu_share real,
  memory_bytes bigint,
  disk_free_bytes bigint,
  spooled_events integer default 0 not null,
  created_at timestamptz(3) default now() not null,
  updated_at timestamptz(3) default now() not null,
  registration_hash bytea,
  is_notification_enabled boolean default true not null,
  revision integer default 1 not null,
  key_rotated_at timestamptz(3),
  previous_key_hash bytea,
  previous_key_until timestamptz(3),
  started_at timestamptz(3),
  memory_total_bytes bigint,
  disk_total_bytes bigint,
  addresses text[] default '{}'::text[] not null,
  mac_ids text[] default '{}'::text[] not null,
  runnable_apps text[],
  running_status text,
  silence_notified_of timestamptz(3),
  heard_since timestamptz(3),
  silence_raised_of timestamptz(3),
  silence_raised_at timestamptz(3),
  instance text,
  duplicate_at timestamptz(3),
  duplicate_hostname text,
  damaged_stores jsonb default '[]'::jsonb not null,
  generation integer default 0 not null,
  decoders jsonb,
  installed_by text,
  processor text,
  worker_losses jsonb default '[]'::jsonb not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK ((previous_key_hash IS NULL) = (previous_key_until IS NULL)),
  CHECK (installed_by = ANY (ARRAY['launcher'::text, 'keyless'::text, 'container'::text, 'checkout'::text])),
  CHECK (length(key_hash) = 32),
  CHECK (length(key_last_four) = 4),
  CHECK (length(name) >= 1 AND length(name) <= 80),
  CHECK (length(previous_key_hash) = 32),
  CHECK (length(processor) <= 20),
  CHECK (public_id ~ '^[a-z0-9]{12}$'::text),
  CHECK (length(registration_hash) = 32),
  CHECK (registration_status = ANY (ARRAY['CREATED'::text, 'REGISTRATION_INITIATED'::text, 'REGISTRATION_COMPLETE'::text])),
  CHECK (running_status = ANY (ARRAY['Running'::text, 'Error'::text, 'Updating'::text, 'Stopping'::text, 'Starting'::text, 'Restarting'::text, 'Stopped'::text]))
);
CREATE UNIQUE INDEX agent_public_id ON agent USING btree (public_id);
CREATE UNIQUE INDEX agent_registration ON agent USING btree (tenant_id, registration_hash) WHERE (registration_hash IS NOT NULL);
select isolate('agent');
CREATE TRIGGER camera_former_hub_gone BEFORE UPDATE OF tenant_id ON agent FOR EACH ROW WHEN (old.tenant_id <> new.tenant_id) EXECUTE FUNCTION camera_former_hub_gone();
CREATE TRIGGER recording_hub_gone BEFORE DELETE ON agent FOR EACH ROW EXECUTE FUNCTION recording_hub_gone();
CREATE TRIGGER recording_hub_moved BEFORE UPDATE OF tenant_id ON agent FOR EACH ROW WHEN (old.tenant_id <> new.tenant_id) EXECUTE FUNCTION recording_hub_gone();

create table agent_cursor (
  tenant_id uuid not null,
  agent_id uuid not null,
  epoch uuid not null,
  sequence bigint default 0 not null,
  updated_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, agent_id, epoch),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agent(tenant_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  CHECK (sequence >= 0)
);
select isolate('agent_cursor');

create table alarm_chain (
  tenant_id uuid not null,
  alert_id uuid not null,
  opening integer not null,
  round integer default 0 not null,
  last_round_at timestamptz(3) not null,
  due_at timestamptz(3),
  ends_at timestamptz(3) not null,
  notice_id uuid,
  is_unheard boolean default false not null,
  PRIMARY KEY (tenant_id, alert_id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert(tenant_id, id) ON DELETE CASCADE,
  CHECK ((notice_id IS NULL) = (round = 0)),
  CHECK (round >= 0)
);
CREATE INDEX alarm_chain_due ON alarm_chain USING btree (due_at, tenant_id) WHERE (due_at IS NOT NULL);
CREATE INDEX alarm_chain_due_of_site ON alarm_chain USING btree (tenant_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX alarm_chain_over ON alarm_chain USING btree (ends_at) WHERE (due_at IS NULL);
select isolate('alarm_chain');

create table alarm_device (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  user_id uuid not null,
  device text not null,
  kind text not null,
  user_agent text default ''::text not null,
  push text not null,
  steps jsonb,
  proven_at timestamptz(3),
  proven_by uuid,
  proven_by_name text,
  session_id uuid,
  seen_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE,
  CHECK ((proven_at IS NULL) = (proven_by IS NULL) AND (proven_at IS NULL) = (proven_by_name IS NULL)),
  CHECK (length(device) >= 1 AND length(device) <= 200),
  CHECK (kind = ANY (ARRAY['web'::text, 'mobile'::text])),
  CHECK (push = ANY (ARRAY['on'::text, 'off'::text, 'refused'::text, 'impossible'::text]))
);
CREATE INDEX alarm_device_of_session ON alarm_device USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE UNIQUE INDEX alarm_device_of_user ON alarm_device USING btree (tenant_id, user_id, device);
select isolate('alarm_device');

create table alert (
  tenant_id uuid not null,
  id uuid not null,
  camera_id uuid,
  unit_id uuid,
  activity text not null,
  severity text not null,
  occurred_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  is_archived boolean default false not null,
  inferenced_by text default 'cloud'::text not null,
  detections jsonb default '[]'::jsonb not null,
  region jsonb,
  thumbnail_media_id uuid,
  clip_state text default 'none'::text not null,
  clip_media_id uuid,
  clip_duration_ms integer,
  clip_alert_at_ms integer,
  clip_changed_at timestamptz(3),
  first_seen_by uuid,
  first_seen_name text,
  first_seen_at timestamptz(3),
  verdict text,
  agent_id uuid,
  agent_name text,
  dark_cameras integer,
  deleted_at timestamptz(3),
  verdict_reason text,
  blurred_media_id uuid,
  people text default 'clear'::text not null,
  blurred_clip_state text default 'none'::text not null,
  blurred_clip_media_id uuid,
  clip_error jsonb,
  alarm_state text,
  open_since timestamptz(3),
  opening integer,
  claimer_id uuid,
  claimer_name text,
  claimed_at timestamptz(3),
  claim_ends_at timestamptz(3),
  joined jsonb default '[]'::jsonb not null,
  arrived_by uuid,
  arrived_name text,
  arrived_at timestamptz(3),
  resolved_by uuid,
  resolved_name text,
  resolved_at timestamptz(3),
  outcome text,
  outcome_note text,
  is_silent boolean default false not null,
  visit_id uuid,
  clip_original_media_id uuid,
  clip_original_codec text,
  reopened text,
  lying_since timestamptz(3),
  hub_alert_id uuid,
  kind_name text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  FOREIGN KEY (tenant_id, unit_id) REFERENCES unit(tenant_id, id),
  FOREIGN KEY (tenant_id, visit_id) REFERENCES visit(tenant_id, id),
  CHECK (activity ~ '^(A[0-9]{3}|[a-z]+(-[a-z]+)+)$'::text),
  CHECK ((claim_ends_at IS NOT NULL) = (COALESCE(alarm_state, ''::text) = 'claimed'::text) AND (claimer_name IS NULL) = (claimed_at IS NULL) AND (alarm_state IS NULL OR alarm_state <> 'open'::text OR claimed_at IS NULL) AND (alarm_state IS NULL OR (alarm_state <> ALL (ARRAY['claimed'::text, 'arrived'::text])) OR claimed_at IS NOT NULL)),
  CHECK ((resolved_at IS NOT NULL) = (COALESCE(alarm_state, ''::text) = 'resolved'::text) AND (resolved_at IS NULL) = (outcome IS NULL) AND (resolved_at IS NULL) = (resolved_name IS NULL)),
  CHECK ((alarm_state IS NULL) = (open_since IS NULL) AND (alarm_state IS NULL) = (opening IS NULL)),
  CHECK (alarm_state = ANY (ARRAY['open'::text, 'claimed'::text, 'arrived'::text, 'resolved'::text])),
  CHECK (blurred_clip_state <> 'ready'::text OR blurred_clip_media_id IS NOT NULL),
  CHECK (blurred_clip_state = ANY (ARRAY['none'::text, 'pending'::text, 'ready'::text, 'failed'::text, 'expired'::text, 'missing'::text, 'damaged'::text])),
  CHECK (clip_state <> 'ready'::text OR clip_media_id IS NOT NULL AND clip_duration_ms IS NOT NULL),
  CHECK ((first_seen_at IS NULL) = (first_seen_name IS NULL)),
  CHECK (clip_alert_at_ms >= 0),
  CHECK (clip_duration_ms > 0),
  CHECK ((clip_original_media_id IS NULL) = (clip_original_codec IS NULL)),
  CHECK (length(clip_original_codec) >= 1 AND length(clip_original_codec) <= 40),
  CHECK (clip_state = ANY (ARRAY['none'::text, 'pending'::text, 'ready'::text, 'failed'::text, 'expired'::text, 'missing'::text, 'damaged'::text])),
  CHECK (dark_cameras >= 0),
  CHECK (inferenced_by = ANY (ARRAY['camera'::text, 'cloud'::text])),
  CHECK (length(kind_name) >= 1 AND length(kind_name) <= 80),
  CHECK ((camera_id IS NULL) = (agent_id IS NOT NULL AND agent_name IS NOT NULL)),
  CHECK ((kind_name IS NOT NULL) = (activity = 'site-signal'::text)),
  CHECK ((camera_id IS NULL) = (activity = 'hub-offline'::text)),
  CHECK (opening >= 1),
  CHECK (outcome = ANY (ARRAY['no-injury'::text, 'injury'::text, 'hospital'::text, 'assisted'::text, 'lowered-themselves'::text, 'nothing-needed'::text, 'already-there'::text, 'false-alarm'::text, 'other'::text, 'looked-through'::text, 'returned'::text])),
  CHECK (length(outcome_note) <= 2000),
  CHECK (people = ANY (ARRAY['clear'::text, 'blurred'::text, 'silhouettes'::text])),
  CHECK (reopened = ANY (ARRAY['given-back'::text, 'expired'::text])),
  CHECK (severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text])),
  CHECK (verdict = ANY (ARRAY['real'::text, 'false-alarm'::text, 'unsure'::text])),
  CHECK (length(verdict_reason) <= 300)
);
CREATE INDEX alert_arrival ON alert USING btree (tenant_id, occurred_at) INCLUDE (severity, unit_id, camera_id, created_at, arrived_at) WHERE ((arrived_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX alert_awaiting_clip ON alert USING btree (created_at) WHERE ((clip_state = 'pending'::text) OR (blurred_clip_state = 'pending'::text));
CREATE INDEX alert_by_arrival ON alert USING btree (tenant_id, created_at) INCLUDE (is_archived, unit_id, camera_id, severity, activity) WHERE (deleted_at IS NULL);
CREATE INDEX alert_by_camera ON alert USING btree (tenant_id, camera_id, is_archived, occurred_at DESC, id DESC) INCLUDE (unit_id, severity, activity) WHERE (deleted_at IS NULL);
CREATE INDEX alert_by_severity ON alert USING btree (tenant_id, is_archived, severity_rank(severity), occurred_at DESC, id DESC) INCLUDE (unit_id, camera_id, severity, activity) WHERE (deleted_at IS NULL);
CREATE INDEX alert_by_time ON alert USING btree (tenant_id, is_archived, occurred_at DESC, id DESC) INCLUDE (unit_id, camera_id, severity, activity) WHERE (deleted_at IS NULL);
CREATE INDEX alert_claim_ends ON alert USING btree (claim_ends_at) WHERE ((alarm_state = 'claimed'::text) AND (deleted_at IS NULL));
CREATE INDEX alert_deleted ON alert USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX alert_fall ON alert USING btree (tenant_id, occurred_at) INCLUDE (unit_id, camera_id) WHERE ((activity = 'A005'::text) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX alert_of_hub ON alert USING btree (tenant_id, camera_id, hub_alert_id) WHERE (hub_alert_id IS NOT NULL);
CREATE INDEX alert_return ON alert USING btree (tenant_id, camera_id, activity) WHERE ((alarm_state = 'open'::text) AND (deleted_at IS NULL));
CREATE INDEX alert_unresolved ON alert USING btree (tenant_id, alarm_rank(alarm_state, severity, activity), occurred_at DESC, id DESC) INCLUDE (alarm_state, unit_id, camera_id, severity, activity) WHERE ((alarm_state <> 'resolved'::text) AND (deleted_at IS NULL));
select isolate('alert');
CREATE TRIGGER alert_answered AFTER UPDATE ON alert REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION alert_answered();
CREATE TRIGGER alert_becomes_alarm BEFORE INSERT ON alert FOR EACH ROW EXECUTE FUNCTION alert_becomes_alarm();
CREATE TRIGGER alert_chain_begins AFTER INSERT ON alert REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION alarm_chain_begin();
CREATE TRIGGER alert_chain_turns AFTER UPDATE ON alert REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION alarm_chain_turn();
CREATE TRIGGER alert_counted_in AFTER INSERT ON alert REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION alert_tally_count();
CREATE TRIGGER alert_counted_out AFTER DELETE ON alert REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION alert_tally_count();
CREATE TRIGGER alert_escalation_plan AFTER INSERT ON alert REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION alert_escalation_plan();
CREATE TRIGGER alert_escalation_turn AFTER UPDATE OF first_seen_at, is_archived, alarm_state, deleted_at ON alert FOR EACH ROW WHEN (alert_waits(old.deleted_at, old.alarm_state, old.first_seen_at, old.is_archived) <> alert_waits(new.deleted_at, new.alarm_state, new.first_seen_at, new.is_archived)) EXECUTE FUNCTION alert_escalation_turn();
CREATE TRIGGER alert_hour_counted_in AFTER INSERT ON alert REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION alert_hour_tally_count();
CREATE TRIGGER alert_hour_counted_out AFTER DELETE ON alert REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION alert_hour_tally_count();
CREATE TRIGGER alert_hour_moved AFTER UPDATE ON alert REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION alert_hour_tally_move();
CREATE TRIGGER alert_is_event AFTER INSERT ON alert REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION webhook_alert_raised();
CREATE TRIGGER alert_joins_call AFTER INSERT ON alert REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION alert_joins_call();
CREATE TRIGGER alert_moved AFTER UPDATE ON alert REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION alert_tally_move();
CREATE TRIGGER alert_notice AFTER INSERT ON alert REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION alert_notice();
CREATE TRIGGER alert_withdraws_push AFTER UPDATE ON alert REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION withdraw_push();
CREATE TRIGGER report_day_of_changed AFTER UPDATE ON alert REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION report_day_move();
CREATE TRIGGER report_day_of_gone AFTER DELETE ON alert REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION report_day_count();
CREATE TRIGGER report_day_of_new AFTER INSERT ON alert REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION report_day_count();

create table alert_camera_tally (
  tenant_id uuid not null,
  day date not null,
  camera_id uuid not null,
  unit_id uuid not null,
  severity text not null,
  activity text not null,
  is_archived boolean not null,
  alerts integer not null,
  PRIMARY KEY (tenant_id, day, camera_id, unit_id, severity, activity, is_archived),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
select isolate('alert_camera_tally');

create table alert_escalation (
  tenant_id uuid not null,
  alert_id uuid not null,
  escalation_id uuid not null,
  due_at timestamptz(3),
  ends_at timestamptz(3) not null,
  fired_at timestamptz(3),
  escalation_name text,
  is_put_off boolean default false not null,
  opening integer default 1 not null,
  is_hurried boolean default false not null,
  PRIMARY KEY (tenant_id, alert_id, escalation_id, opening),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert(tenant_id, id) ON DELETE CASCADE,
  CHECK (fired_at IS NULL OR due_at IS NULL),
  CHECK ((fired_at IS NULL) = (escalation_name IS NULL))
);
CREATE INDEX alert_escalation_by_rule ON alert_escalation USING btree (tenant_id, escalation_id, alert_id) WHERE (fired_at IS NULL);
CREATE INDEX alert_escalation_due ON alert_escalation USING btree (due_at, alert_id, escalation_id) WHERE (due_at IS NOT NULL);
CREATE INDEX alert_escalation_given_up ON alert_escalation USING btree (ends_at) WHERE ((due_at IS NULL) AND (fired_at IS NULL));
CREATE INDEX alert_escalation_put_off ON alert_escalation USING btree (ends_at) WHERE is_put_off;
select isolate('alert_escalation');

create table alert_filter (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  user_id uuid not null,
  slot smallint not null,
  name text not null,
  is_default boolean default false not null,
  content jsonb not null,
  updated_at timestamptz(3) not null,
  UNIQUE (tenant_id, user_id, slot),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (length(name) >= 1 AND length(name) <= 60),
  CHECK (slot >= 1 AND slot <= 5)
);
CREATE UNIQUE INDEX alert_filter_default ON alert_filter USING btree (tenant_id, user_id) WHERE is_default;
CREATE UNIQUE INDEX alert_filter_name ON alert_filter USING btree (tenant_id, user_id, plain(name));
select isolate('alert_filter');

create table alert_hour_tally (
  tenant_id uuid not null,
  hour timestamp(0) with time zone not null,
  camera_id uuid not null,
  unit_id uuid not null,
  severity text not null,
  activity text not null,
  is_archived boolean not null,
  alerts integer not null,
  PRIMARY KEY (tenant_id, hour, camera_id, unit_id, severity, activity, is_archived),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (hour = date_trunc('hour'::text, hour, 'UTC'::text))
);
select isolate('alert_hour_tally');

create table alert_read_mark (
  tenant_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  marked_at timestamptz(3) not null,
  seen_until_before timestamptz(3),
  seen_until timestamptz(3),
  PRIMARY KEY (tenant_id, user_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
select isolate('alert_read_mark');

create table alert_seen (
  tenant_id uuid not null,
  user_id uuid not null,
  alert_id uuid not null,
  seen_at timestamptz(3) not null,
  mark_id uuid,
  PRIMARY KEY (tenant_id, user_id, alert_id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX alert_seen_by_alert ON alert_seen USING btree (tenant_id, alert_id);
select isolate('alert_seen');

create table alert_signal (
  tenant_id uuid not null,
  alert_id uuid not null,
  kind_id uuid not null,
  account_id uuid,
  account_name text not null,
  external_id text,
  note text not null,
  created_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, alert_id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert(tenant_id, id) ON DELETE CASCADE,
  CHECK (length(external_id) >= 1 AND length(external_id) <= 200),
  CHECK (length(note) <= 200)
);
CREATE INDEX alert_signal_by_external ON alert_signal USING btree (account_id, external_id, created_at) WHERE (external_id IS NOT NULL);
CREATE INDEX alert_signal_by_kind ON alert_signal USING btree (tenant_id, kind_id);
select isolate('alert_signal');

create table alert_step (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  alert_id uuid not null,
  at timestamptz(3) not null,
  kind text not null,
  user_id uuid,
  user_name text,
  verdict text,
  verdict_reason text,
  escalation_name text,
  outcome text,
  note text,
  source text,
  pressed_at timestamptz(3),
  request_id uuid,
  before jsonb,
  undoes uuid,
  round integer,
  recipients text[],
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert(tenant_id, id) ON DELETE CASCADE,
  CHECK ((kind = 'judged'::text) = (verdict IS NOT NULL)),
  CHECK (kind = ANY (ARRAY['seen'::text, 'archived'::text, 'unarchived'::text, 'judged'::text, 'deleted'::text, 'restored'::text, 'resent'::text, 'reported'::text, 'escalated'::text, 'claimed'::text, 'joined'::text, 'given-back'::text, 'claim-expired'::text, 'arrived'::text, 'resolved'::text, 'noted'::text, 'asked'::text, 'paused'::text, 'undone'::text, 'repeated'::text])),
  CHECK ((escalation_name IS NOT NULL) = (kind = 'escalated'::text)),
  CHECK ((user_name IS NULL) = (user_id IS NULL)),
  CHECK (length(note) <= 2000),
  CHECK ((user_id IS NULL) = ((kind = ANY (ARRAY['escalated'::text, 'claim-expired'::text, 'repeated'::text])) OR kind = 'arrived'::text AND COALESCE(source, ''::text) = 'camera'::text OR kind = 'resolved'::text AND COALESCE(outcome, ''::text) = 'returned'::text)),
  CHECK ((outcome IS NOT NULL) = (kind = 'resolved'::text)),
  CHECK (num_nonnulls(round, recipients) =
CASE kind
    WHEN 'repeated'::text THEN 2
    ELSE 0
END),
  CHECK (round >= 1),
  CHECK (source = ANY (ARRAY['console'::text, 'station'::text, 'push'::text, 'email'::text, 'link'::text, 'call'::text, 'mqtt'::text, 'camera'::text, 'room'::text])),
  CHECK ((undoes IS NOT NULL) = (kind = 'undone'::text)),
  CHECK (verdict = ANY (ARRAY['real'::text, 'false-alarm'::text, 'unsure'::text])),
  CHECK (length(verdict_reason) <= 300)
);
CREATE INDEX alert_step_by_alert ON alert_step USING btree (tenant_id, alert_id, at);
CREATE UNIQUE INDEX alert_step_request ON alert_step USING btree (tenant_id, request_id, alert_id, kind) WHERE (request_id IS NOT NULL);
select isolate('alert_step');
CREATE TRIGGER webhook_alarm_step AFTER INSERT ON alert_step REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION webhook_alarm_step();

create table alert_tally (
  tenant_id uuid not null,
  day date not null,
  arrived_on date not null,
  unit_id uuid not null,
  severity text not null,
  activity text not null,
  is_archived boolean not null,
  alerts integer not null,
  PRIMARY KEY (tenant_id, day, arrived_on, unit_id, severity, activity, is_archived),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
CREATE INDEX alert_tally_by_arrival ON alert_tally USING btree (tenant_id, arrived_on);
select isolate('alert_tally');

create table app_user (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  email text not null,
  user_name text not null,
  first_name text not null,
  last_name text not null,
  kana text default ''::text not null,
  mobile_no text default ''::text not null,
  photo_url text,
  role text not null,
  type text default 'REGULAR'::text not null,
  locale text default 'ja'::text not null,
  timezone text default 'Asia/Tokyo'::text not null,
  date_format text default 'yyyy/MM/dd HH:mm'::text not null,
  password_hash text,
  pin_hash text,
  disabled_at timestamptz(3),
  tokens_valid_from timestamptz(3) default '-infinity'::timestamptz not null,
  version integer default 1 not null,
  created_at timestamptz(3) default now() not null,
  updated_at timestamptz(3) default now() not null,
  last_sign_in_at timestamptz(3),
  sort_name text generated always as (plain(COALESCE(NULLIF(kana, ''::text), person_name(first_name, last_name)))) stored not null,
  search_text text generated always as (((((((((((((sought((first_name || last_name)) || '
'::text) || sought((last_name || first_name))) || '
'::text) || sought(kana)) || '
'::text) || sought(email)) || '
'::text) || sought(user_name)) || '
'::text) || sought(mobile_no)) || '
'::text) || regexp_replace(mobile_no, '[^0-9]'::text, ''::text, 'g'::text))) stored not null,
  owner_email text,
  away_until date,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (length(email) >= 3 AND length(email) <= 254),
  CHECK (length(kana) <= 80),
  CHECK (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text),
  CHECK (length(owner_email) >= 3 AND length(owner_email) <= 254),
  CHECK (role = ANY (ARRAY['SUPER_ADMIN'::text, 'ORG_ADMIN'::text, 'ADMIN'::text, 'USER'::text, 'RESTRICTED_USER'::text, 'DEMO_USER'::text, 'ANNOTATOR'::text])),
  CHECK (type = ANY (ARRAY['SHARED'::text, 'REGULAR'::text]))
);
CREATE INDEX app_user_by_absence ON app_user USING btree (tenant_id, last_sign_in_at NULLS FIRST, id);
CREATE INDEX app_user_by_name ON app_user USING btree (tenant_id, sort_name, id);
CREATE INDEX app_user_by_name_everywhere ON app_user USING btree (sort_name, id);
CREATE INDEX app_user_by_role ON app_user USING btree (tenant_id, role_rank(role), sort_name, id);
CREATE INDEX app_user_by_role_down ON app_user USING btree (tenant_id, role_rank(role) DESC, sort_name, id);
CREATE UNIQUE INDEX app_user_email ON app_user USING btree (plain(email));
CREATE UNIQUE INDEX app_user_id ON app_user USING btree (id);
CREATE UNIQUE INDEX app_user_name ON app_user USING btree (plain(user_name));
CREATE INDEX app_user_owner_email ON app_user USING btree (plain(owner_email)) WHERE (owner_email IS NOT NULL);
select isolate('app_user');
CREATE TRIGGER session_shorten AFTER UPDATE OF role ON app_user FOR EACH ROW WHEN ((new.role = ANY (ARRAY['SUPER_ADMIN'::text, 'ORG_ADMIN'::text, 'ADMIN'::text])) AND new.role <> old.role) EXECUTE FUNCTION session_shorten();
CREATE TRIGGER user_counted_in AFTER INSERT ON app_user REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION user_tally_count();
CREATE TRIGGER user_counted_out AFTER DELETE ON app_user REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION user_tally_count();
CREATE TRIGGER user_moved AFTER UPDATE OF tenant_id, role, disabled_at ON app_user FOR EACH ROW WHEN (old.tenant_id IS DISTINCT FROM new.tenant_id OR old.role IS DISTINCT FROM new.role OR (old.disabled_at IS NULL) IS DISTINCT FROM (new.disabled_at IS NULL)) EXECUTE FUNCTION user_tally_move();

create table audit (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  at timestamptz(3) not null,
  actor_user_id uuid,
  actor_tenant_id uuid,
  hub_id uuid,
  account_id uuid,
  session_id uuid,
  ip inet,
  action text not null,
  object_type text not null,
  object_id uuid,
  outcome text not null,
  reason text,
  details jsonb default '{}'::jsonb not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (actor_tenant_id) REFERENCES tenant(id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (length(action) >= 1 AND length(action) <= 80),
  CHECK (outcome = ANY (ARRAY['done'::text, 'refused'::text]))
);
CREATE INDEX audit_by_actor ON audit USING btree (tenant_id, actor_user_id, at DESC, id DESC);
CREATE INDEX audit_by_actor_tenant ON audit USING btree (actor_tenant_id) WHERE (actor_tenant_id IS NOT NULL);
CREATE INDEX audit_by_object ON audit USING btree (tenant_id, object_type, object_id, at DESC);
CREATE INDEX audit_everywhere ON audit USING btree (at DESC, id DESC);
CREATE INDEX audit_newest ON audit USING btree (tenant_id, at DESC, id DESC);
create policy audit_forgets_tenant on audit for update to mimamori_platform using ((EXISTS ( SELECT
   FROM tenant_deletion d
  WHERE ((d.tenant_id = audit.actor_tenant_id) AND (d.begun_at IS NOT NULL))))) with check ((actor_tenant_id IS NULL));
create policy audit_goes_with_tenant on audit for delete to mimamori_platform using ((EXISTS ( SELECT
   FROM tenant_deletion d
  WHERE ((d.tenant_id = audit.tenant_id) AND (d.begun_at IS NOT NULL)))));
create policy platform_all on audit for all to mimamori_platform using (true) with check (true);
create policy tenant_delete on audit for delete to mimamori_app using ((tenant_id = ( SELECT (NULLIF(current_setting('app.tenant'::text, true), ''::text))::uuid AS "nullif")));
create policy tenant_insert on audit for insert to mimamori_app with check ((tenant_id = ( SELECT (NULLIF(current_setting('app.tenant'::text, true), ''::text))::uuid AS "nullif")));
create policy tenant_read on audit for select to mimamori_app using (((tenant_id = ANY (( SELECT (NULLIF(current_setting('app.tenants'::text, true), ''::text))::uuid[] AS "nullif")::uuid[])) IS TRUE));
create policy tenant_update on audit for update to mimamori_app using ((tenant_id = ( SELECT (NULLIF(current_setting('app.tenant'::text, true), ''::text))::uuid AS "nullif"))) with check ((tenant_id = ( SELECT (NULLIF(current_setting('app.tenant'::text, true), ''::text))::uuid AS "nullif")));

create table booking (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  camera_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  first_day date not null,
  start_minute integer not null,
  window_minutes integer not null,
  reminder_minutes integer not null,
  repeat text not null,
  until_day date,
  purpose text default ''::text not null,
  removed_at timestamptz(3),
  version integer default 1 not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK ((until_day IS NULL) = (repeat = 'none'::text)),
  CHECK (until_day >= first_day AND until_day <= (first_day + 365)),
  CHECK (length(purpose) <= 200),
  CHECK (reminder_minutes >= 0 AND reminder_minutes <= 120),
  CHECK (repeat = ANY (ARRAY['none'::text, 'daily'::text, 'weekly'::text])),
  CHECK (start_minute >= 0 AND start_minute <= 1439),
  CHECK (window_minutes >= 5 AND window_minutes <= 720)
);
CREATE INDEX booking_by_camera ON booking USING btree (tenant_id, camera_id);
select isolate('booking');

create table booking_occurrence (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  booking_id uuid not null,
  camera_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  day date not null,
  start_minute integer not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  is_skipped boolean default false not null,
  is_moved boolean default false not null,
  removed_at timestamptz(3),
  check_in_id uuid,
  remind_at timestamptz(3),
  reminded_at timestamptz(3),
  version integer default 1 not null,
  series_day date not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, booking_id) REFERENCES booking(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  FOREIGN KEY (tenant_id, check_in_id) REFERENCES check_in(tenant_id, id) ON DELETE SET NULL (check_in_id),
  CHECK (ends_at > starts_at),
  CHECK (start_minute >= 0 AND start_minute <= 1439)
);
CREATE INDEX booking_occurrence_by_booking ON booking_occurrence USING btree (tenant_id, booking_id, starts_at);
CREATE INDEX booking_occurrence_by_camera ON booking_occurrence USING btree (tenant_id, camera_id, ends_at);
CREATE INDEX booking_occurrence_by_check_in ON booking_occurrence USING btree (tenant_id, check_in_id) WHERE (check_in_id IS NOT NULL);
CREATE INDEX booking_occurrence_by_day ON booking_occurrence USING btree (tenant_id, day, start_minute) WHERE (removed_at IS NULL);
CREATE INDEX booking_occurrence_by_end ON booking_occurrence USING btree (tenant_id, ends_at) WHERE ((removed_at IS NULL) AND (NOT is_skipped));
CREATE INDEX booking_occurrence_by_user ON booking_occurrence USING btree (tenant_id, user_id, ends_at);
CREATE INDEX booking_occurrence_due ON booking_occurrence USING btree (remind_at) WHERE (remind_at IS NOT NULL);
select isolate('booking_occurrence');
CREATE TRIGGER occurrence_resolved AFTER UPDATE ON booking_occurrence REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION occurrence_resolved();

create table camera (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  name text not null,
  description text not null,
  type text not null,
  vendor text,
  brand text not null,
  model text not null,
  stream_url text not null,
  username text,
  password_sealed text,
  location text not null,
  location_type text default 'ROOM'::text not null,
  streaming_id text not null,
  unit_id uuid,
  agent_id uuid,
  is_enabled boolean default true not null,
  status text default 'Offline'::text not null,
  status_reason jsonb,
  last_status_at timestamptz(3),
  last_activity_at timestamptz(3),
  image jsonb,
  latest_frame_media_id uuid,
  latest_frame_at timestamptz(3),
  desired_version integer default 1 not null,
  desired_changed_at timestamptz(3) default now() not null,
  reported_version integer default 0 not null,
  reported_errors jsonb default '[]'::jsonb not null,
  version integer default 1 not null,
  created_at timestamptz(3) default now() not null,
  updated_at timestamptz(3) default now() not null,
  running_status text,
  installation_status text,
  installation_date date,
  width integer,
  height integer,
  frame_rate double precision,
  angle smallint default 0 not null,
  sensitivity text default 'medium'::text not null,
  pixel_change_percent double precision default 1.5 not null,
  sequence_duration_seconds integer default 15 not null,
  motion_duration_seconds double precision default 2 not null,
  image_duration_seconds integer default 10 not null,
  placement_angle_degrees double precision,
  placement_height_cm integer,
  room_size_m2 double precision,
  ip_address text default ''::text not null,
  mac_id text default ''::text not null,
  connection text default 'wired'::text not null,
  ssid text default ''::text not null,
  signal_strength_dbm integer,
  channel integer,
  is_privacy_on boolean default false not null,
  privacy_level text default 'none'::text not null,
  masks jsonb default '[]'::jsonb not null,
  is_inactive_alert_on boolean default false not null,
  inactive_alert_minutes integer,
  subscribers jsonb default '{"emails": [], "onDuty": false, "unitIds": [], "userIds": [], "mobileUserIds": [], "desktopUserIds": [], "reminderUserIds": []}'::jsonb not null,
  escalation_ids uuid[] default '{}'::uuid[] not null,
  is_external_alert_on boolean default false not null,
  unit_code text default ''::text not null,
  res_code text default ''::text not null,
  extra_config text default ''::text not null,
  is_active boolean default true not null,
  shown_status text generated always as (
CASE
    WHEN (NOT is_enabled) THEN 'Disabled'::text
    WHEN (NOT is_active) THEN 'Inactive'::text
    ELSE status
END) stored not null,
  reported_settings jsonb,
  password_version integer default 1 not null,
  deregistered_at timestamptz(3),
  sort_name text generated always as (plain(name)) stored not null,
  search_text text generated always as (((sought(name) || '
'::text) || sought(location))) stored not null,
  tally_unit_id uuid generated always as (COALESCE(unit_id, uuid_nil())) stored not null,
  watched_since timestamptz(3),
  silence_raised_of timestamptz(3),
  silent_since timestamptz(3) generated always as (
CASE
    WHEN (is_enabled AND is_active AND (status = 'Online'::text)) THEN 'infinity'::timestamptz
    ELSE COALESCE(last_activity_at, '-infinity'::timestamptz)
END) stored not null,
  axis_application text default ''::text not null,
  is_basic_allowed boolean default false not null,
  certificate text,
  view_accepted_at timestamptz,
  view_error_code text,
  view_error_noticed_at timestamptz,
  sub_stream_url text default ''::text not null,
  is_sub_stream_same_view boolean default false not null,
  home_preset text default ''::text not null,
  input_kind_id uuid,
  input_name text default ''::text not null,
  is_input_normally_closed boolean default false not null,
  places jsonb default '[]'::jsonb not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agent(tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  FOREIGN KEY (tenant_id, input_kind_id) REFERENCES kind(tenant_id, id),
  FOREIGN KEY (tenant_id, unit_id) REFERENCES unit(tenant_id, id),
  CHECK (angle = ANY (ARRAY[0, 90, 180, 270])),
  CHECK (axis_application ~ '^[A-Za-z0-9_.-]{0,64}$'::text),
  CHECK (certificate ~ '^[0-9A-F]{64}$'::text),
  CHECK (channel >= 1 AND channel <= 233),
  CHECK (agent_id IS NOT NULL OR deregistered_at IS NOT NULL),
  CHECK (connection = ANY (ARRAY['wired'::text, 'wireless'::text])),
  CHECK (length(description) >= 1 AND length(description) <= 500),
  CHECK (desired_version >= 1),
  CHECK (length(extra_config) <= 4000),
  CHECK (frame_rate >= 0.1::double precision AND frame_rate <= 240::double precision),
  CHECK (height >= 16 AND height <= 16384),
  CHECK (length(home_preset) <= 80),
  CHECK (image_duration_seconds >= 5 AND image_duration_seconds <= 3600),
  CHECK (inactive_alert_minutes >= 1 AND inactive_alert_minutes <= 9999999),
  CHECK (length(input_name) <= 64),
  CHECK (installation_status = ANY (ARRAY['Installed'::text, 'Failed'::text, 'Unknown'::text])),
  CHECK (length(ip_address) <= 45),
  CHECK (length(location) >= 1 AND length(location) <= 80),
  CHECK (location_type = ANY (ARRAY['ROOM'::text, 'HALLWAY'::text, 'DINING'::text])),
  CHECK (length(mac_id) <= 17),
  CHECK (jsonb_typeof(masks) = 'array'::text),
  CHECK (motion_duration_seconds >= 0::double precision AND motion_duration_seconds <= 600::double precision),
  CHECK (length(name) >= 1 AND length(name) <= 80),
  CHECK (pixel_change_percent >= 0.1::double precision AND pixel_change_percent <= 100::double precision),
  CHECK (placement_angle_degrees >= '-90'::integer::double precision AND placement_angle_degrees <= 90::double precision),
  CHECK (placement_height_cm >= 0 AND placement_height_cm <= 2000),
  CHECK (jsonb_typeof(places) = 'array'::text),
  CHECK (privacy_level = ANY (ARRAY['none'::text, 'blur'::text, 'silhouette'::text])),
  CHECK (reported_version >= 0),
  CHECK (length(res_code) <= 40),
  CHECK (room_size_m2 >= 0::double precision AND room_size_m2 <= 10000::double precision),
  CHECK (running_status = ANY (ARRAY['Running'::text, 'Error'::text, 'Updating'::text, 'Stopping'::text, 'Starting'::text, 'Restarting'::text, 'Stopped'::text])),
  CHECK (sensitivity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text])),
  CHECK (sequence_duration_seconds >= 6 AND sequence_duration_seconds <= 60),
  CHECK (signal_strength_dbm >= '-120'::integer AND signal_strength_dbm <= 0),
  CHECK (length(ssid) <= 32),
  CHECK (status = ANY (ARRAY['Online'::text, 'Offline'::text, 'Inactive'::text, 'Disabled'::text])),
  CHECK (stream_url !~ '^[a-zA-Z]+://[^/?#]*@'::text),
  CHECK (sub_stream_url !~ '^[a-zA-Z]+://[^/?#]*@'::text),
  CHECK (jsonb_typeof(subscribers) = 'object'::text),
  CHECK (type = ANY (ARRAY['QWATCH'::text, 'AXIS'::text, 'AXIS_AGENT'::text, 'UNKNOWN'::text])),
  CHECK (length(unit_code) <= 40),
  CHECK (vendor = ANY (ARRAY['AXIS'::text, 'HIKVISION'::text, 'DAHUA'::text, 'UNIVIEW'::text, 'TAPO'::text, 'VIGI'::text, 'I_PRO'::text, 'REOLINK'::text, 'IO_DATA'::text])),
  CHECK (view_error_code = ANY (ARRAY['view-changed'::text, 'lens-unclear'::text, 'too-dark'::text, 'image-frozen'::text])),
  CHECK (width >= 16 AND width <= 16384)
);
CREATE INDEX camera_by_agent ON camera USING btree (tenant_id, agent_id);
CREATE INDEX camera_by_input_kind ON camera USING btree (tenant_id, input_kind_id) WHERE (input_kind_id IS NOT NULL);
CREATE INDEX camera_by_location ON camera USING btree (tenant_id, plain(location) COLLATE natural_order, sort_name, id) WHERE (deregistered_at IS NULL);
CREATE INDEX camera_by_search ON camera USING btree (tenant_id, sort_name) INCLUDE (id, unit_id, search_text) WHERE (deregistered_at IS NULL);
CREATE INDEX camera_by_silence ON camera USING btree (tenant_id, silent_since, sort_name, id) INCLUDE (unit_id) WHERE (deregistered_at IS NULL);
CREATE INDEX camera_by_silence_down ON camera USING btree (tenant_id, silent_since DESC, sort_name, id) INCLUDE (unit_id) WHERE (deregistered_at IS NULL);
CREATE INDEX camera_by_status ON camera USING btree (tenant_id, shown_status, sort_name, id) INCLUDE (unit_id, location_type) WHERE (deregistered_at IS NULL);
CREATE INDEX camera_by_status_down ON camera USING btree (tenant_id, shown_status DESC, sort_name, id) INCLUDE (unit_id) WHERE (deregistered_at IS NULL);
CREATE INDEX camera_by_type ON camera USING btree (tenant_id, type, sort_name, id) INCLUDE (unit_id) WHERE (deregistered_at IS NULL);
CREATE INDEX camera_by_type_down ON camera USING btree (tenant_id, type DESC, sort_name, id) INCLUDE (unit_id) WHERE (deregistered_at IS NULL);
CREATE INDEX camera_by_unit ON camera USING btree (tenant_id, unit_id);
CREATE INDEX camera_by_unit_name ON camera USING btree (tenant_id, tally_unit_id, sort_name, id) INCLUDE (unit_id) WHERE (deregistered_at IS NULL);
CREATE UNIQUE INDEX camera_name ON camera USING btree (tenant_id, sort_name) INCLUDE (id, unit_id) WHERE (deregistered_at IS NULL);
CREATE INDEX camera_of_room ON camera USING btree (tenant_id, tally_unit_id, location);
CREATE INDEX camera_with_inactive_alert ON camera USING btree (tenant_id, agent_id) WHERE (is_inactive_alert_on AND (deregistered_at IS NULL));
select isolate('camera');
CREATE TRIGGER camera_counted_in AFTER INSERT ON camera REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION camera_tally_count();
CREATE TRIGGER camera_counted_out AFTER DELETE ON camera REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION camera_tally_count();
CREATE TRIGGER camera_escalation_changed AFTER UPDATE OF escalation_ids ON camera FOR EACH ROW WHEN (old.escalation_ids IS DISTINCT FROM new.escalation_ids) EXECUTE FUNCTION alert_escalation_of_camera();
CREATE TRIGGER camera_moved AFTER UPDATE ON camera REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION camera_tally_move();
CREATE TRIGGER camera_watched_anew BEFORE UPDATE OF is_enabled, is_active, is_inactive_alert_on, agent_id ON camera FOR EACH ROW WHEN (old.is_enabled IS DISTINCT FROM new.is_enabled OR old.is_active IS DISTINCT FROM new.is_active OR old.is_inactive_alert_on IS DISTINCT FROM new.is_inactive_alert_on OR old.agent_id IS DISTINCT FROM new.agent_id) EXECUTE FUNCTION camera_watch_anew();
CREATE TRIGGER sleep_due_of_room AFTER UPDATE OF location_type ON camera FOR EACH ROW WHEN (new.location_type = 'ROOM'::text AND old.location_type <> 'ROOM'::text) EXECUTE FUNCTION sleep_due_begin();
CREATE TRIGGER webhook_camera_status AFTER UPDATE ON camera REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION webhook_camera_status();

create table camera_app (
  tenant_id uuid not null,
  camera_id uuid not null,
  app_code text not null,
  state text not null,
  settings jsonb default '{}'::jsonb not null,
  updated_at timestamptz(3) default now() not null,
  schedule jsonb,
  state_changed_at timestamptz(3),
  PRIMARY KEY (tenant_id, camera_id, app_code),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id) ON DELETE CASCADE,
  CHECK (app_code ~ '^A[0-9]{3}$'::text),
  CHECK (state = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text, 'GLOBAL'::text]))
);
select isolate('camera_app');
CREATE TRIGGER camera_app_escalation_added AFTER INSERT ON camera_app FOR EACH ROW WHEN ((new.settings -> 'escalationIds'::text) <> '[]'::jsonb) EXECUTE FUNCTION alert_escalation_of_camera();
CREATE TRIGGER camera_app_escalation_changed AFTER UPDATE OF settings ON camera_app FOR EACH ROW WHEN ((old.settings -> 'escalationIds'::text) IS DISTINCT FROM (new.settings -> 'escalationIds'::text)) EXECUTE FUNCTION alert_escalation_of_camera();
CREATE TRIGGER camera_app_escalation_gone AFTER DELETE ON camera_app FOR EACH ROW WHEN ((old.settings -> 'escalationIds'::text) <> '[]'::jsonb) EXECUTE FUNCTION alert_escalation_of_camera();
CREATE TRIGGER camera_app_state_changed BEFORE INSERT OR UPDATE OF state ON camera_app FOR EACH ROW EXECUTE FUNCTION mark_app_state_change();

create table camera_former_hub (
  tenant_id uuid not null,
  camera_id uuid not null,
  agent_id uuid not null,
  left_at timestamptz not null,
  PRIMARY KEY (tenant_id, camera_id, agent_id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agent(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX camera_former_hub_by_hub ON camera_former_hub USING btree (tenant_id, agent_id);
select isolate('camera_former_hub');

create table camera_shift (
  tenant_id uuid not null,
  camera_id uuid not null,
  shift_id uuid not null,
  PRIMARY KEY (tenant_id, camera_id, shift_id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, shift_id) REFERENCES shift(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX camera_shift_by_shift ON camera_shift USING btree (tenant_id, shift_id);
select isolate('camera_shift');

create table camera_tag (
  tenant_id uuid not null,
  camera_id uuid not null,
  tag_id uuid not null,
  PRIMARY KEY (tenant_id, camera_id, tag_id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, tag_id) REFERENCES tag(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX camera_tag_by_tag ON camera_tag USING btree (tenant_id, tag_id);
select isolate('camera_tag');

create table camera_tally (
  tenant_id uuid not null,
  unit_id uuid not null,
  status text not null,
  is_room boolean not null,
  cameras integer not null,
  PRIMARY KEY (tenant_id, unit_id, status, is_room),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
select isolate('camera_tally');

create table check_in (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  camera_id uuid not null,
  unit_id uuid,
  user_id uuid not null,
  person_id uuid not null,
  person_name text not null,
  station_name text,
  started_at timestamptz(3) not null,
  stream_at timestamptz(3),
  monitored_seconds integer default 0 not null,
  last_sign_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text,
  note text default ''::text not null,
  note_version integer default 1 not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CHECK (ended_at >= started_at),
  CHECK (end_reason = ANY (ARRAY['left'::text, 'silent'::text])),
  CHECK (monitored_seconds >= 0),
  CHECK (length(note) <= 2000)
);
CREATE INDEX check_in_by_camera ON check_in USING btree (tenant_id, camera_id, started_at DESC, id DESC) INCLUDE (unit_id, person_id);
CREATE INDEX check_in_by_person ON check_in USING btree (tenant_id, person_id, started_at DESC, id DESC) INCLUDE (unit_id, camera_id);
CREATE INDEX check_in_by_time ON check_in USING btree (tenant_id, started_at DESC, id DESC) INCLUDE (unit_id, camera_id, person_id);
CREATE UNIQUE INDEX check_in_running ON check_in USING btree (tenant_id, person_id, camera_id) WHERE (ended_at IS NULL);
CREATE INDEX check_in_silent ON check_in USING btree (last_sign_at) WHERE (ended_at IS NULL);
select isolate('check_in');
CREATE TRIGGER check_in_counted_in AFTER INSERT ON check_in REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_in_count();
CREATE TRIGGER check_in_counted_out AFTER DELETE ON check_in REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_in_count();
CREATE TRIGGER check_in_seen AFTER INSERT OR UPDATE OF stream_at ON check_in FOR EACH ROW WHEN (new.stream_at IS NOT NULL) EXECUTE FUNCTION check_in_seen();

create table check_in_edit (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  check_in_id uuid not null,
  at timestamptz(3) not null,
  user_id uuid not null,
  user_name text not null,
  before text not null,
  after text not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, check_in_id) REFERENCES check_in(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX check_in_edit_by_check_in ON check_in_edit USING btree (tenant_id, check_in_id, at DESC);
select isolate('check_in_edit');

create table check_in_tally (
  tenant_id uuid not null,
  unit_id uuid not null,
  camera_id uuid not null,
  person_id uuid not null,
  check_ins integer not null,
  PRIMARY KEY (tenant_id, unit_id, camera_id, person_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
select isolate('check_in_tally');

create table contact (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  name text not null,
  is_enabled boolean not null,
  kind text not null,
  unit_id uuid,
  room_camera_id uuid,
  minimum_severity text not null,
  agent_id uuid,
  method text not null,
  close_url text not null,
  open_url text not null,
  state_url text not null,
  closed_text text not null,
  open_text text not null,
  header_name text,
  header_sealed text,
  camera_id uuid,
  output integer not null,
  try_ends_at timestamptz(3),
  aimed text,
  attempt integer default 0 not null,
  next_at timestamptz(3) not null,
  state text,
  is_reported boolean default false not null,
  checked_at timestamptz(3),
  problem text,
  failing_since timestamptz(3),
  is_mailed boolean default false not null,
  edited_by_name text,
  updated_at timestamptz(3) not null,
  version integer default 1 not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  FOREIGN KEY (tenant_id, room_camera_id) REFERENCES camera(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, unit_id) REFERENCES unit(tenant_id, id) ON DELETE SET NULL (unit_id),
  CHECK (aimed = ANY (ARRAY['open'::text, 'closed'::text])),
  CHECK (num_nonnulls(unit_id, room_camera_id) <= 1),
  CHECK ((header_name IS NULL) = (header_sealed IS NULL)),
  CHECK ((problem IS NULL) = (failing_since IS NULL)),
  CHECK (length(close_url) <= 500),
  CHECK (length(closed_text) <= 100),
  CHECK (length(header_name) <= 60),
  CHECK (kind = ANY (ARRAY['http'::text, 'onvif'::text])),
  CHECK (method = ANY (ARRAY['GET'::text, 'POST'::text, 'PUT'::text])),
  CHECK (minimum_severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text])),
  CHECK (length(name) >= 1 AND length(name) <= 80),
  CHECK (length(open_text) <= 100),
  CHECK (length(open_url) <= 500),
  CHECK (output >= 1 AND output <= 16),
  CHECK (length(problem) <= 40),
  CHECK (state = ANY (ARRAY['open'::text, 'closed'::text])),
  CHECK (length(state_url) <= 500)
);
CREATE INDEX contact_failing ON contact USING btree (failing_since) WHERE (problem IS NOT NULL);
select isolate('contact');

create table escalation (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  name text not null,
  threshold_minutes integer not null,
  active_hours jsonb,
  edited_by_name text,
  version integer default 1 not null,
  updated_at timestamptz(3) default now() not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (length(name) >= 1 AND length(name) <= 80),
  CHECK (threshold_minutes >= 1 AND threshold_minutes <= 1440)
);
CREATE UNIQUE INDEX escalation_name ON escalation USING btree (tenant_id, plain(name));
select isolate('escalation');
CREATE TRIGGER escalation_changed AFTER UPDATE OF threshold_minutes, active_hours ON escalation FOR EACH ROW WHEN (old.threshold_minutes IS DISTINCT FROM new.threshold_minutes OR old.active_hours IS DISTINCT FROM new.active_hours) EXECUTE FUNCTION alert_escalation_of_rule();
CREATE TRIGGER escalation_gone AFTER DELETE ON escalation FOR EACH ROW EXECUTE FUNCTION alert_escalation_drop_rule();

create table escalation_unit (
  tenant_id uuid not null,
  escalation_id uuid not null,
  unit_id uuid not null,
  PRIMARY KEY (tenant_id, escalation_id, unit_id),
  FOREIGN KEY (tenant_id, escalation_id) REFERENCES escalation(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, unit_id) REFERENCES unit(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX escalation_unit_by_unit ON escalation_unit USING btree (tenant_id, unit_id);
select isolate('escalation_unit');

create table escalation_user (
  tenant_id uuid not null,
  escalation_id uuid not null,
  user_id uuid not null,
  PRIMARY KEY (tenant_id, escalation_id, user_id),
  FOREIGN KEY (tenant_id, escalation_id) REFERENCES escalation(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX escalation_user_by_user ON escalation_user USING btree (tenant_id, user_id);
select isolate('escalation_user');

create table external_run (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  camera_id uuid,
  requested_by uuid,
  state text not null,
  body text,
  camera_count integer not null,
  attempts integer default 0 not null,
  next_at timestamptz(3),
  reason text,
  http_status integer,
  message text,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES external_system(tenant_id) ON DELETE CASCADE,
  CHECK (attempts >= 0),
  CHECK (camera_count >= 0),
  CHECK ((next_at IS NOT NULL) = (state = ANY (ARRAY['pending'::text, 'sending'::text]))),
  CHECK (length(message) <= 200),
  CHECK (length(reason) <= 40),
  CHECK (state = ANY (ARRAY['pending'::text, 'sending'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX external_run_by_time ON external_run USING btree (tenant_id, created_at DESC);
CREATE INDEX external_run_due_of_site ON external_run USING btree (tenant_id, next_at) WHERE (state = ANY (ARRAY['pending'::text, 'sending'::text]));
select isolate('external_run');

create table external_system (
  tenant_id uuid not null,
  is_enabled boolean default false not null,
  url text default ''::text not null,
  corporation_code text default ''::text not null,
  jig_code text default ''::text not null,
  format_kbn text default ''::text not null,
  field_map jsonb not null,
  subscribers text[] default '{}'::text[] not null,
  auth_key text,
  key_last_four text,
  previous_auth_key text,
  previous_key_until timestamptz(3),
  version integer default 1 not null,
  updated_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK ((auth_key IS NULL) = (key_last_four IS NULL)),
  CHECK ((previous_auth_key IS NULL) = (previous_key_until IS NULL)),
  CHECK (length(corporation_code) <= 40),
  CHECK (jsonb_typeof(field_map) = 'object'::text),
  CHECK (length(format_kbn) <= 40),
  CHECK (length(jig_code) <= 40),
  CHECK (length(key_last_four) = 4),
  CHECK (length(url) <= 500)
);
select isolate('external_system');

create table file_key (
  tenant_id uuid not null,
  sealed text not null,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CHECK (sealed <> ''::text)
);
select isolate('file_key');

create table first_steps_hidden (
  tenant_id uuid not null,
  user_id uuid not null,
  hidden_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
select isolate('first_steps_hidden');

create table handover (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  shift_key text not null,
  day date not null,
  unit_id uuid,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  giver_id uuid not null,
  giver_name text not null,
  receiver_id uuid not null,
  receiver_name text not null,
  request_id uuid not null,
  handed_at timestamptz(3) not null,
  sheet jsonb not null,
  search_text text not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (giver_id <> receiver_id)
);
CREATE INDEX handover_by_time ON handover USING btree (tenant_id, handed_at DESC, id DESC);
CREATE INDEX handover_of_shift ON handover USING btree (tenant_id, day, shift_key, handed_at DESC);
CREATE UNIQUE INDEX handover_request ON handover USING btree (tenant_id, request_id);
create policy handover_goes_with_tenant on handover for delete to mimamori_platform using ((EXISTS ( SELECT
   FROM tenant_deletion d
  WHERE ((d.tenant_id = handover.tenant_id) AND (d.begun_at IS NOT NULL)))));
create policy platform_all on handover for all to mimamori_platform using (true) with check (true);
create policy tenant_delete on handover for delete to mimamori_app using ((tenant_id = ( SELECT (NULLIF(current_setting('app.tenant'::text, true), ''::text))::uuid AS "nullif")));
create policy tenant_insert on handover for insert to mimamori_app with check ((tenant_id = ( SELECT (NULLIF(current_setting('app.tenant'::text, true), ''::text))::uuid AS "nullif")));
create policy tenant_read on handover for select to mimamori_app using (((tenant_id = ANY (( SELECT (NULLIF(current_setting('app.tenants'::text, true), ''::text))::uuid[] AS "nullif")::uuid[])) IS TRUE));
create policy tenant_update on handover for update to mimamori_app using ((tenant_id = ( SELECT (NULLIF(current_setting('app.tenant'::text, true), ''::text))::uuid AS "nullif"))) with check ((tenant_id = ( SELECT (NULLIF(current_setting('app.tenant'::text, true), ''::text))::uuid AS "nullif")));

create table handover_note (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  shift_key text not null,
  day date not null,
  unit_id uuid,
  camera_id uuid,
  text text not null,
  version integer default 1 not null,
  user_id uuid not null,
  user_name text not null,
  updated_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  FOREIGN KEY (tenant_id, unit_id) REFERENCES unit(tenant_id, id) ON DELETE CASCADE,
  CHECK (num_nonnulls(unit_id, camera_id) <= 1),
  CHECK (length(shift_key) <= 40),
  CHECK (length(text) <= 2000)
);
CREATE UNIQUE INDEX handover_note_of ON handover_note USING btree (tenant_id, day, shift_key, unit_id, camera_id) NULLS NOT DISTINCT;
select isolate('handover_note');

create table hub_rejection (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  agent_id uuid not null,
  epoch uuid not null,
  sequence bigint not null,
  received_at timestamptz(3) not null,
  code text not null,
  event jsonb not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agent(tenant_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX hub_rejection_by_agent ON hub_rejection USING btree (tenant_id, agent_id, id DESC);
select isolate('hub_rejection');

create table hub_upgrade (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  agent_id uuid not null,
  site_upgrade_id uuid,
  is_first boolean not null,
  version text not null,
  version_before text,
  state text not null,
  percent smallint,
  reason text,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  healthy_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agent(tenant_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  CHECK (percent >= 0 AND percent <= 100),
  CHECK (reason <> ''::text),
  CHECK (state = ANY (ARRAY['waiting'::text, 'offered'::text, 'downloading'::text, 'checking'::text, 'starting'::text, 'healthy'::text, 'returned'::text, 'failed'::text, 'cancelled'::text])),
  CHECK (version <> ''::text)
);
CREATE INDEX hub_upgrade_by_agent ON hub_upgrade USING btree (tenant_id, agent_id, id DESC);
CREATE INDEX hub_upgrade_by_site ON hub_upgrade USING btree (tenant_id, site_upgrade_id) WHERE (site_upgrade_id IS NOT NULL);
CREATE UNIQUE INDEX hub_upgrade_open ON hub_upgrade USING btree (tenant_id, agent_id) WHERE (state = ANY (ARRAY['waiting'::text, 'offered'::text, 'downloading'::text, 'checking'::text, 'starting'::text]));
select isolate('hub_upgrade');

create table installation (
  key text not null,
  value jsonb not null,
  updated_at timestamptz(3) default now() not null,
  PRIMARY KEY (key)
);
create policy platform_all on installation for all to mimamori_platform using (true) with check (true);

create table invitation (
  tenant_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  issued_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  issued_by uuid,
  accepted_at timestamptz(3),
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE,
  CHECK (length(token_hash) = 32)
);
CREATE UNIQUE INDEX invitation_token ON invitation USING btree (token_hash);
select isolate('invitation');

create table job_lease (
  name text not null,
  holder uuid not null,
  until timestamptz(3) not null,
  PRIMARY KEY (name)
);
create policy platform_all on job_lease for all to mimamori_platform using (true) with check (true);

create table key_check (
  is_only boolean default true not null,
  sealed text not null,
  PRIMARY KEY (is_only),
  CHECK (is_only)
);

create table kind (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  name text not null,
  severity text not null,
  room_field text not null,
  edited_by_name text,
  updated_at timestamptz(3) default now() not null,
  version integer default 1 not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (length(name) >= 1 AND length(name) <= 80),
  CHECK (room_field = ANY (ARRAY['name'::text, 'code'::text])),
  CHECK (severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text]))
);
CREATE UNIQUE INDEX kind_name ON kind USING btree (tenant_id, plain(name));
select isolate('kind');

create table live_budget (
  tenant_id uuid not null,
  session_id uuid not null,
  started_at timestamptz(3) not null,
  used_at timestamptz(3) not null,
  viewing_ids uuid[] not null,
  PRIMARY KEY (tenant_id, session_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
select isolate('live_budget');

create table live_ticket (
  tenant_id uuid not null,
  hash bytea not null,
  session_id uuid not null,
  pass jsonb not null,
  expires_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, hash),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX live_ticket_by_hash ON live_ticket USING btree (hash);
CREATE INDEX live_ticket_by_session ON live_ticket USING btree (session_id);
select isolate('live_ticket');

create table load_notice (
  tenant_id uuid not null,
  shift_key text not null,
  starts_at timestamptz(3) not null,
  noticed_at timestamptz(3) not null,
  alarms integer not null,
  budget integer not null,
  PRIMARY KEY (tenant_id, shift_key, starts_at),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CHECK (alarms > budget)
);
CREATE INDEX load_notice_oldest ON load_notice USING btree (noticed_at);
select isolate('load_notice');

create table login_attempt (
  subject text not null,
  failures integer not null,
  window_started_at timestamptz(3) not null,
  blocked_until timestamptz(3),
  PRIMARY KEY (subject)
);
create policy platform_all on login_attempt for all to mimamori_platform using (true) with check (true);

create table mail_message (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  template text not null,
  locale text not null,
  recipient text not null,
  subject text not null,
  body text,
  state text not null,
  attempts integer default 0 not null,
  next_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (attempts >= 0),
  CHECK ((next_at IS NOT NULL) = (state = ANY (ARRAY['pending'::text, 'sending'::text]))),
  CHECK (length(last_error) <= 200),
  CHECK (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text),
  CHECK (length(recipient) >= 3 AND length(recipient) <= 254),
  CHECK (state = ANY (ARRAY['pending'::text, 'sending'::text, 'sent'::text, 'dead'::text, 'stored'::text])),
  CHECK (length(subject) <= 200),
  CHECK (length(template) >= 1 AND length(template) <= 40)
);
CREATE INDEX mail_message_bodies ON mail_message USING btree (created_at) WHERE (body IS NOT NULL);
CREATE INDEX mail_message_by_time ON mail_message USING btree (created_at DESC, id DESC);
CREATE INDEX mail_message_due_of_site ON mail_message USING btree (tenant_id, next_at) WHERE (state = ANY (ARRAY['pending'::text, 'sending'::text]));
select isolate('mail_message');
CREATE TRIGGER notification_mailed AFTER UPDATE OF state ON mail_message FOR EACH ROW WHEN ((new.state = ANY (ARRAY['sent'::text, 'dead'::text])) AND new.state IS DISTINCT FROM old.state) EXECUTE FUNCTION notification_mailed();

create table measured_day (
  tenant_id uuid not null,
  camera_id uuid not null,
  day date not null,
  seconds_observed integer not null,
  PRIMARY KEY (tenant_id, camera_id, day),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id)
);
select isolate('measured_day');

create table measured_hour (
  tenant_id uuid not null,
  camera_id uuid not null,
  starts_at timestamptz(3) not null,
  seconds_observed integer not null,
  seconds_bed_known integer not null,
  seconds_in_bed integer not null,
  seconds_person integer not null,
  motion_inside integer not null,
  motion_outside integer not null,
  motion_in_bed integer not null,
  minutes bytea not null,
  PRIMARY KEY (tenant_id, camera_id, starts_at),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  CHECK (length(minutes) = 960)
);
select isolate('measured_hour');
CREATE TRIGGER measured_day_of_changed AFTER UPDATE ON measured_hour REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION measured_day_move();
CREATE TRIGGER measured_day_of_new AFTER INSERT ON measured_hour REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION measured_day_count();
CREATE TRIGGER sleep_due_of_changed AFTER UPDATE ON measured_hour REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sleep_due_note();
CREATE TRIGGER sleep_due_of_new AFTER INSERT ON measured_hour REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sleep_due_note();

create table measurement_block (
  tenant_id uuid not null,
  id uuid not null,
  camera_id uuid not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  body bytea not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  CHECK (ends_at > starts_at AND ends_at <= (starts_at + '00:15:00'::interval))
);
CREATE INDEX measurement_block_by_camera ON measurement_block USING btree (tenant_id, camera_id, starts_at);
CREATE INDEX measurement_block_oldest ON measurement_block USING btree (tenant_id, ends_at);
select isolate('measurement_block');

create table media (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  kind text not null,
  camera_id uuid not null,
  alert_id uuid,
  content_type text not null,
  bytes bigint not null,
  taken_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  is_blurred boolean default false not null,
  state text default 'ready'::text not null,
  sha256 text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (bytes >= 0),
  CHECK (content_type = ANY (ARRAY['image/jpeg'::text, 'video/mp4'::text])),
  CHECK (kind = ANY (ARRAY['thumbnail'::text, 'clip'::text, 'frame'::text])),
  CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  CHECK (state = ANY (ARRAY['ready'::text, 'missing'::text, 'damaged'::text]))
);
CREATE INDEX media_by_alert ON media USING btree (tenant_id, alert_id) WHERE (alert_id IS NOT NULL);
CREATE INDEX media_by_camera ON media USING btree (tenant_id, camera_id, kind);
CREATE INDEX media_lost ON media USING btree (tenant_id, id) WHERE (state <> 'ready'::text);
CREATE INDEX media_unclaimed ON media USING btree (created_at) WHERE (alert_id IS NULL);
select isolate('media');
CREATE TRIGGER media_state_changed AFTER UPDATE OF state, alert_id ON media FOR EACH ROW WHEN (new.state IS DISTINCT FROM old.state OR new.state <> 'ready'::text AND new.alert_id IS NOT NULL) EXECUTE FUNCTION media_state_changed();

create table notice (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  cause text not null,
  alert_id uuid,
  escalation_id uuid,
  user_id uuid,
  created_at timestamptz(3) not null,
  next_at timestamptz(3),
  occurrence_id uuid,
  round integer,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, escalation_id) REFERENCES escalation(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  FOREIGN KEY (tenant_id, occurrence_id) REFERENCES booking_occurrence(tenant_id, id) ON DELETE CASCADE,
  CHECK (cause = ANY (ARRAY['raised'::text, 'escalated'::text, 'resent'::text, 'sample'::text, 'reminder'::text, 'reopened'::text, 'asked'::text, 'unanswered'::text])),
  CHECK ((escalation_id IS NOT NULL) = (cause = 'escalated'::text)),
  CHECK ((alert_id IS NULL) = (cause = ANY (ARRAY['sample'::text, 'reminder'::text]))),
  CHECK ((occurrence_id IS NOT NULL) = (cause = 'reminder'::text)),
  CHECK ((round IS NOT NULL) = (cause = 'unanswered'::text)),
  CHECK (cause = 'reopened'::text OR (user_id IS NOT NULL) = (cause = ANY (ARRAY['resent'::text, 'sample'::text, 'asked'::text])))
);
CREATE INDEX notice_by_alert ON notice USING btree (tenant_id, alert_id);
CREATE INDEX notice_by_escalation ON notice USING btree (tenant_id, escalation_id) WHERE (escalation_id IS NOT NULL);
CREATE INDEX notice_by_id ON notice USING btree (id);
CREATE INDEX notice_by_occurrence ON notice USING btree (tenant_id, occurrence_id) WHERE (occurrence_id IS NOT NULL);
CREATE INDEX notice_by_time ON notice USING btree (created_at);
CREATE INDEX notice_put_off ON notice USING btree (next_at) WHERE (next_at IS NOT NULL);
select isolate('notice');

create table notification (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  cause text not null,
  alert_id uuid,
  occasion_id uuid,
  escalation_name text,
  channel text not null,
  user_id uuid,
  email text,
  recipient_name text not null,
  is_listed boolean default false not null,
  source_id uuid,
  activity text,
  severity text,
  burst_id uuid not null,
  burst_ends_at timestamptz(3),
  is_gathered boolean default false not null,
  message_id uuid,
  state text default 'pending'::text not null,
  attempts integer default 0 not null,
  next_at timestamptz(3),
  due_at timestamptz(3) not null,
  reached_ids uuid[] default '{}'::uuid[] not null,
  mail_id uuid,
  http_status integer,
  last_error text,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  sent_at timestamptz(3),
  delivered_at timestamptz(3),
  shown_at timestamptz(3),
  opened_at timestamptz(3),
  receipt_due_at timestamptz(3),
  occurrence_id uuid,
  device_kind text,
  opening integer default 1 not null,
  fallback text[] default '{}'::text[] not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  FOREIGN KEY (tenant_id, occurrence_id) REFERENCES booking_occurrence(tenant_id, id) ON DELETE CASCADE,
  CHECK (attempts >= 0),
  CHECK (cause = ANY (ARRAY['raised'::text, 'escalated'::text, 'resent'::text, 'sample'::text, 'reminder'::text, 'reopened'::text, 'asked'::text, 'unanswered'::text])),
  CHECK (channel ~ '^[a-z]{2,20}$'::text),
  CHECK ((occasion_id IS NULL) = (cause = 'raised'::text)),
  CHECK ((escalation_name IS NOT NULL) = (cause = 'escalated'::text)),
  CHECK (num_nonnulls(user_id, email) = 1),
  CHECK (email IS NULL OR channel = 'mail'::text),
  CHECK (next_at IS NULL OR (state = ANY (ARRAY['pending'::text, 'sent'::text, 'delivered'::text, 'shown'::text, 'opened'::text]))),
  CHECK (device_kind = ANY (ARRAY['mobile'::text, 'web'::text])),
  CHECK (length(email) >= 3 AND length(email) <= 254),
  CHECK (length(last_error) <= 40),
  CHECK ((alert_id IS NULL) = (cause = ANY (ARRAY['sample'::text, 'reminder'::text]))),
  CHECK ((occurrence_id IS NOT NULL) = (cause = 'reminder'::text)),
  CHECK (state = ANY (ARRAY['pending'::text, 'sent'::text, 'delivered'::text, 'shown'::text, 'opened'::text, 'failed'::text, 'cancelled'::text]))
);
CREATE INDEX notification_burst ON notification USING btree (tenant_id, source_id, burst_ends_at) WHERE (cause = 'raised'::text);
CREATE INDEX notification_by_occurrence ON notification USING btree (tenant_id, occurrence_id) WHERE (occurrence_id IS NOT NULL);
CREATE INDEX notification_by_state ON notification USING btree (tenant_id, state, created_at DESC, id DESC) INCLUDE (channel, alert_id);
CREATE INDEX notification_by_time ON notification USING btree (created_at);
CREATE INDEX notification_due ON notification USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX notification_due_of_tenant ON notification USING btree (tenant_id, next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX notification_of_burst ON notification USING btree (tenant_id, burst_id);
CREATE INDEX notification_of_mail ON notification USING btree (tenant_id, mail_id) WHERE (mail_id IS NOT NULL);
CREATE INDEX notification_of_user ON notification USING btree (user_id, created_at DESC, id DESC) WHERE is_listed;
CREATE UNIQUE INDEX notification_once ON notification USING btree (tenant_id, alert_id, cause, occasion_id, user_id, plain(email), channel, opening) NULLS NOT DISTINCT;
CREATE INDEX notification_receipt_due ON notification USING btree (receipt_due_at) WHERE (receipt_due_at IS NOT NULL);
CREATE INDEX notification_urgent ON notification USING btree (tenant_id, due_at) WHERE ((next_at IS NOT NULL) AND (severity = 'critical'::text));
select isolate('notification');
CREATE TRIGGER notification_given_up AFTER UPDATE OF state, last_error ON notification FOR EACH ROW WHEN (new.user_id IS NOT NULL AND (new.state = 'failed'::text AND old.state <> 'failed'::text AND new.last_error IS DISTINCT FROM 'recipient-gone'::text OR new.last_error = 'no-receipt'::text AND old.last_error IS DISTINCT FROM 'no-receipt'::text)) EXECUTE FUNCTION notification_given_up();
CREATE TRIGGER notification_reached AFTER UPDATE OF reached_ids ON notification FOR EACH ROW WHEN ((new.cause = ANY (ARRAY['raised'::text, 'escalated'::text, 'reopened'::text, 'unanswered'::text])) AND new.reached_ids IS DISTINCT FROM old.reached_ids) EXECUTE FUNCTION withdraw_push();
CREATE TRIGGER notification_unheard AFTER UPDATE OF state ON notification FOR EACH ROW WHEN (new.state = 'failed'::text AND old.state <> 'failed'::text AND (new.cause = ANY (ARRAY['raised'::text, 'escalated'::text, 'reopened'::text, 'unanswered'::text]))) EXECUTE FUNCTION notification_unheard();

create table notification_preference (
  tenant_id uuid not null,
  user_id uuid not null,
  updated_at timestamptz(3) not null,
  reaches jsonb not null,
  quiet_hours jsonb default '{}'::jsonb not null,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX notification_preference_by_user ON notification_preference USING btree (user_id);
select isolate('notification_preference');

create table oidc_identity (
  tenant_id uuid not null,
  user_id uuid not null,
  organization_id uuid not null,
  issuer text not null,
  subject text not null,
  created_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (organization_id) REFERENCES tenant(id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE,
  CHECK (length(subject) >= 1 AND length(subject) <= 255)
);
CREATE UNIQUE INDEX oidc_identity_subject ON oidc_identity USING btree (organization_id, issuer, subject);
select isolate('oidc_identity');

create table oidc_provider (
  tenant_id uuid not null,
  is_enabled boolean default false not null,
  issuer text default ''::text not null,
  client_id text default ''::text not null,
  client_secret text,
  secret_last_four text,
  sign_in_key text not null,
  groups_claim text not null,
  rules jsonb default '[]'::jsonb not null,
  is_forced boolean default false not null,
  is_factor boolean default false not null,
  version integer default 1 not null,
  updated_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (length(client_id) <= 300),
  CHECK (length(groups_claim) >= 1 AND length(groups_claim) <= 100),
  CHECK (length(issuer) <= 500),
  CHECK (length(secret_last_four) <= 4)
);
CREATE UNIQUE INDEX oidc_provider_key ON oidc_provider USING btree (sign_in_key);
select isolate('oidc_provider');

create table oidc_session (
  tenant_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  refresh_token text,
  end_url text,
  check_at timestamptz(3) not null,
  confirmed_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, session_id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES session(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX oidc_session_check ON oidc_session USING btree (check_at);
select isolate('oidc_session');

create table oidc_sign_in (
  handle_hash bytea not null,
  organization_id uuid not null,
  facts text not null,
  locale text not null,
  expires_at timestamptz(3) not null,
  PRIMARY KEY (handle_hash),
  FOREIGN KEY (organization_id) REFERENCES tenant(id) ON DELETE CASCADE
);
CREATE INDEX oidc_sign_in_by_end ON oidc_sign_in USING btree (expires_at);
CREATE INDEX oidc_sign_in_by_organization ON oidc_sign_in USING btree (organization_id);
create policy platform_all on oidc_sign_in for all to mimamori_platform using (true) with check (true);

create table passkey (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  user_id uuid not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint default 0 not null,
  transports text[] default '{}'::text[] not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE,
  CHECK (length(credential_id) >= 1 AND length(credential_id) <= 1400),
  CHECK (length(name) >= 1 AND length(name) <= 80)
);
CREATE INDEX passkey_by_user ON passkey USING btree (tenant_id, user_id);
CREATE UNIQUE INDEX passkey_credential ON passkey USING btree (credential_id);
select isolate('passkey');

create table passkey_challenge (
  challenge text not null,
  user_id uuid,
  expires_at timestamptz(3) not null,
  PRIMARY KEY (challenge)
);
CREATE INDEX passkey_challenge_by_end ON passkey_challenge USING btree (expires_at);
create policy platform_all on passkey_challenge for all to mimamori_platform using (true) with check (true);

create table path_gap (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  camera_id uuid not null,
  began_at timestamptz(3) not null,
  noticed_at timestamptz(3) not null,
  ended_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX path_gap_by_camera ON path_gap USING btree (tenant_id, camera_id, began_at DESC);
CREATE INDEX path_gap_ended ON path_gap USING btree (ended_at) WHERE (ended_at IS NOT NULL);
select isolate('path_gap');
CREATE TRIGGER webhook_coverage_lost AFTER INSERT ON path_gap FOR EACH ROW WHEN (new.ended_at IS NULL) EXECUTE FUNCTION webhook_coverage();
CREATE TRIGGER webhook_coverage_restored AFTER UPDATE OF ended_at ON path_gap FOR EACH ROW WHEN (old.ended_at IS NULL AND new.ended_at IS NOT NULL) EXECUTE FUNCTION webhook_coverage();

create table path_proof (
  tenant_id uuid not null,
  camera_id uuid not null,
  raised_at timestamptz(3) not null,
  stored_at timestamptz(3) not null,
  chosen_at timestamptz(3),
  recipients integer,
  passed_at timestamptz(3),
  gap_id uuid,
  PRIMARY KEY (tenant_id, camera_id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id) ON DELETE CASCADE,
  CHECK ((chosen_at IS NULL) = (recipients IS NULL) AND (chosen_at IS NULL) = (passed_at IS NULL))
);
CREATE INDEX path_proof_passed ON path_proof USING btree (passed_at);
CREATE INDEX path_proof_waiting ON path_proof USING btree (stored_at) WHERE ((passed_at IS NULL) OR (passed_at < raised_at));
select isolate('path_proof');

create table path_receipt (
  tenant_id uuid not null,
  camera_id uuid not null,
  device_id uuid not null,
  received_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, camera_id, device_id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX path_receipt_oldest ON path_receipt USING btree (received_at);
select isolate('path_receipt');

create table push_registration (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  user_id uuid not null,
  kind text not null,
  device text not null,
  subscription text not null,
  is_token boolean default false not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  session_id uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE,
  CHECK (length(device) >= 1 AND length(device) <= 200),
  CHECK (kind = ANY (ARRAY['web'::text, 'mobile'::text])),
  CHECK (length(subscription) >= 1 AND length(subscription) <= 4096)
);
CREATE INDEX push_registration_by_user ON push_registration USING btree (user_id);
CREATE UNIQUE INDEX push_registration_of_device ON push_registration USING btree (tenant_id, user_id, kind, device);
CREATE INDEX push_registration_of_session ON push_registration USING btree (session_id) WHERE (session_id IS NOT NULL);
select isolate('push_registration');

create table push_withdrawal (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  alert_id uuid not null,
  cause text not null,
  registration_id uuid not null,
  opening integer not null,
  attempts integer default 0 not null,
  next_at timestamptz(3),
  due_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (attempts >= 0)
);
CREATE INDEX push_withdrawal_by_time ON push_withdrawal USING btree (due_at);
CREATE INDEX push_withdrawal_due ON push_withdrawal USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX push_withdrawal_due_of_tenant ON push_withdrawal USING btree (tenant_id, next_at) WHERE (next_at IS NOT NULL);
CREATE UNIQUE INDEX push_withdrawal_once ON push_withdrawal USING btree (tenant_id, alert_id, registration_id, opening);
select isolate('push_withdrawal');

create table recording (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  camera_id uuid not null,
  unit_id uuid,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  duration_ms bigint not null,
  bytes bigint not null,
  is_archived boolean default false not null,
  created_at timestamptz(3) not null,
  agent_id uuid,
  hub_bytes bigint default 0 not null,
  people text default 'clear'::text not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agent(tenant_id, id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (bytes >= 0),
  CHECK (ended_at >= started_at),
  CHECK (agent_id IS NOT NULL OR hub_bytes = 0),
  CHECK (duration_ms >= 0),
  CHECK (hub_bytes >= 0),
  CHECK (people = ANY (ARRAY['clear'::text, 'blurred'::text, 'silhouettes'::text]))
);
CREATE INDEX recording_by_camera ON recording USING btree (tenant_id, camera_id, started_at DESC, id DESC) INCLUDE (unit_id, is_archived);
CREATE INDEX recording_by_time ON recording USING btree (tenant_id, started_at DESC, id DESC) INCLUDE (unit_id, camera_id, is_archived);
CREATE INDEX recording_oldest ON recording USING btree (started_at) WHERE (NOT is_archived);
CREATE INDEX recording_on_hub ON recording USING btree (tenant_id, agent_id) WHERE (hub_bytes > 0);
CREATE INDEX recording_removable ON recording USING btree (tenant_id, started_at) WHERE (NOT is_archived);
select isolate('recording');

create table recording_discard (
  tenant_id uuid not null,
  id uuid not null,
  due_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
CREATE INDEX recording_discard_due ON recording_discard USING btree (due_at);
select isolate('recording_discard');

create table recording_gap (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  camera_id uuid not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  cause text not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (cause = ANY (ARRAY['camera-lost'::text, 'switched-off'::text, 'schedule-off'::text, 'hub-stopped'::text, 'worker-lost'::text, 'disk-full'::text, 'disk-slow'::text, 'disk-failed'::text, 'privacy'::text, 'key-frames-rare'::text, 'file-lost'::text])),
  CHECK (ended_at >= started_at)
);
CREATE INDEX recording_gap_by_camera ON recording_gap USING btree (tenant_id, camera_id, started_at);
select isolate('recording_gap');

create table recording_init (
  tenant_id uuid not null,
  id uuid not null,
  camera_id uuid not null,
  codec text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_at timestamptz(3) not null,
  people text default 'clear'::text not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (bytes > 0),
  CHECK (length(codec) >= 1 AND length(codec) <= 40),
  CHECK (height > 0),
  CHECK (people = ANY (ARRAY['clear'::text, 'blurred'::text, 'silhouettes'::text])),
  CHECK (width > 0)
);
CREATE INDEX recording_init_by_camera ON recording_init USING btree (tenant_id, camera_id);
select isolate('recording_init');
CREATE TRIGGER recording_init_dropped AFTER DELETE ON recording_init REFERENCING OLD TABLE AS dropped FOR EACH STATEMENT EXECUTE FUNCTION recording_file_dropped();

create table recording_segment (
  tenant_id uuid not null,
  id uuid not null,
  recording_id uuid not null,
  init_id uuid not null,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  bytes integer not null,
  is_on_hub boolean default false not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  FOREIGN KEY (tenant_id, init_id) REFERENCES recording_init(tenant_id, id),
  FOREIGN KEY (tenant_id, recording_id) REFERENCES recording(tenant_id, id),
  CHECK (bytes > 0),
  CHECK (duration_ms > 0)
);
CREATE INDEX recording_segment_by_init ON recording_segment USING btree (tenant_id, init_id);
CREATE INDEX recording_segment_by_recording ON recording_segment USING btree (tenant_id, recording_id, started_at, id);
CREATE INDEX recording_segment_on_hub ON recording_segment USING btree (tenant_id, id) WHERE is_on_hub;
select isolate('recording_segment');
CREATE TRIGGER recording_segment_dropped AFTER DELETE ON recording_segment REFERENCING OLD TABLE AS dropped FOR EACH STATEMENT EXECUTE FUNCTION recording_file_dropped();

create table recording_snapshot (
  tenant_id uuid not null,
  id uuid not null,
  recording_id uuid not null,
  taken_at timestamptz(3) not null,
  bytes integer not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  FOREIGN KEY (tenant_id, recording_id) REFERENCES recording(tenant_id, id),
  CHECK (bytes > 0)
);
CREATE INDEX recording_snapshot_by_recording ON recording_snapshot USING btree (tenant_id, recording_id, taken_at);
select isolate('recording_snapshot');
CREATE TRIGGER recording_snapshot_dropped AFTER DELETE ON recording_snapshot REFERENCING OLD TABLE AS dropped FOR EACH STATEMENT EXECUTE FUNCTION recording_file_dropped();

create table report (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  alert_id uuid not null,
  state text not null,
  content text not null,
  sentences jsonb default '[]'::jsonb not null,
  basis jsonb,
  version integer default 1 not null,
  created_at timestamptz(3) not null,
  edited_by uuid not null,
  edited_by_name text not null,
  edited_at timestamptz(3) not null,
  UNIQUE (tenant_id, alert_id, state),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert(tenant_id, id) ON DELETE CASCADE,
  CHECK (length(content) <= 50000),
  CHECK (state = ANY (ARRAY['draft'::text, 'saved'::text]))
);
select isolate('report');

create table report_day (
  tenant_id uuid not null,
  day date not null,
  noted_at timestamptz(3) not null,
  is_summed boolean default false not null,
  PRIMARY KEY (tenant_id, day),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
CREATE INDEX report_day_to_sum ON report_day USING btree (day DESC) WHERE (NOT is_summed);
select isolate('report_day');

create table report_day_figures (
  tenant_id uuid not null,
  camera_id uuid not null,
  day date not null,
  unit_id uuid not null,
  alerts integer not null,
  hours integer[] not null,
  judged integer not null,
  false_alarms integer not null,
  falls integer not null,
  incidents integer not null,
  critical_incidents integer not null,
  incident_seconds bytea not null,
  critical_seconds bytea not null,
  high_seconds bytea not null,
  medium_seconds bytea not null,
  critical_unseen integer not null,
  high_unseen integer not null,
  medium_unseen integer not null,
  returned integer not null,
  PRIMARY KEY (tenant_id, camera_id, day, unit_id) INCLUDE (alerts, judged, false_alarms, incidents, critical_incidents),
  FOREIGN KEY (tenant_id, day) REFERENCES report_day(tenant_id, day) ON DELETE CASCADE,
  CHECK (cardinality(hours) = 24)
);
CREATE INDEX report_day_figures_of_day ON report_day_figures USING btree (tenant_id, day);
select isolate('report_day_figures');

create table report_edit (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  report_id uuid not null,
  at timestamptz(3) not null,
  kind text not null,
  user_id uuid not null,
  user_name text not null,
  before text not null,
  after text not null,
  before_sentences jsonb not null,
  before_basis jsonb,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, report_id) REFERENCES report(tenant_id, id) ON DELETE CASCADE,
  CHECK (kind = ANY (ARRAY['edited'::text, 'replaced'::text, 'restored'::text]))
);
CREATE INDEX report_edit_by_report ON report_edit USING btree (tenant_id, report_id, at DESC);
select isolate('report_edit');

create table report_job (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  alert_id uuid not null,
  state text default 'waiting'::text not null,
  steps jsonb default '[]'::jsonb not null,
  progress_percent integer default 0 not null,
  error text,
  asked_model boolean default false not null,
  locale text not null,
  time_zone text not null,
  requested_by uuid not null,
  requested_by_name text not null,
  attempts integer default 0 not null,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  next_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert(tenant_id, id) ON DELETE CASCADE,
  CHECK ((next_at IS NOT NULL) = (state = ANY (ARRAY['waiting'::text, 'running'::text]))),
  CHECK ((error IS NOT NULL) = (state = 'failed'::text)),
  CHECK (error = ANY (ARRAY['interrupted'::text, 'unexpected'::text])),
  CHECK (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text),
  CHECK (progress_percent >= 0 AND progress_percent <= 100),
  CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX report_job_by_alert ON report_job USING btree (tenant_id, alert_id, created_at DESC);
CREATE INDEX report_job_by_time ON report_job USING btree (tenant_id, created_at);
CREATE INDEX report_job_due_of_site ON report_job USING btree (tenant_id, next_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE UNIQUE INDEX report_job_open ON report_job USING btree (tenant_id, alert_id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
select isolate('report_job');

create table reset_code (
  tenant_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  issued_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  tries integer default 0 not null,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE,
  CHECK (length(code_hash) = 32),
  CHECK (tries >= 0)
);
select isolate('reset_code');

create table reset_request (
  subject text not null,
  address text,
  asked integer not null,
  window_started_at timestamptz(3) not null,
  asked_at timestamptz(3) not null,
  PRIMARY KEY (subject)
);
CREATE INDEX reset_request_waiting ON reset_request USING btree (asked_at) WHERE (address IS NOT NULL);
create policy platform_all on reset_request for all to mimamori_platform using (true) with check (true);

create table resident (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  name text not null,
  kana text default ''::text not null,
  facts jsonb default '{}'::jsonb not null,
  sort_name text generated always as (plain(COALESCE(NULLIF(kana, ''::text), name))) stored not null,
  search_text text generated always as (((sought(name) || '
'::text) || sought(kana))) stored not null,
  honorific text not null,
  care_note text default ''::text not null,
  version integer default 1 not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  removed_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (length(care_note) <= 500),
  CHECK (honorific ~ '^[a-z]{2,12}$'::text),
  CHECK (length(kana) <= 80),
  CHECK (length(name) >= 1 AND length(name) <= 80)
);
CREATE INDEX resident_removed ON resident USING btree (removed_at) WHERE (removed_at IS NOT NULL);
select isolate('resident');
CREATE TRIGGER resident_accidents BEFORE DELETE ON resident FOR EACH ROW EXECUTE FUNCTION drop_unsent_accidents();
CREATE TRIGGER resident_leaves_webhooks AFTER DELETE ON resident REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION webhook_forgets_names();

create table resident_consent (
  tenant_id uuid not null,
  resident_id uuid not null,
  kind text not null,
  is_given boolean not null,
  answered_on date not null,
  answered_by text not null,
  recorded_by uuid not null,
  recorded_by_name text not null,
  recorded_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, resident_id, kind),
  FOREIGN KEY (tenant_id, resident_id) REFERENCES resident(tenant_id, id) ON DELETE CASCADE,
  CHECK (length(answered_by) >= 1 AND length(answered_by) <= 80),
  CHECK (kind = ANY (ARRAY['detection'::text, 'recording'::text, 'clear-images'::text]))
);
select isolate('resident_consent');

create table ring_message (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  ringer_tenant_id uuid not null,
  preset text not null,
  title text not null,
  body text not null,
  rung_at timestamptz(3) not null,
  provider_id text,
  poll_at timestamptz(3),
  claim_ends_at timestamptz(3) not null,
  claimed_at timestamptz(3),
  reported_ms bigint default 0 not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (ringer_tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, id) REFERENCES notification(tenant_id, id) ON DELETE CASCADE,
  CHECK (length(body) <= 300),
  CHECK (length(provider_id) <= 200),
  CHECK (length(title) <= 120)
);
CREATE INDEX ring_message_by_hour ON ring_message USING btree (ringer_tenant_id, rung_at);
CREATE INDEX ring_message_poll ON ring_message USING btree (poll_at) WHERE (poll_at IS NOT NULL);
select isolate('ring_message');

create table ringer (
  tenant_id uuid not null,
  is_enabled boolean default false not null,
  preset text not null,
  url text default ''::text not null,
  token text,
  token_last_four text,
  hourly_most integer not null,
  version integer default 1 not null,
  updated_at timestamptz(3) not null,
  check_at timestamptz(3) not null,
  checked_at timestamptz(3),
  check_error text,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK ((token IS NULL) = (token_last_four IS NULL)),
  CHECK (length(check_error) <= 40),
  CHECK (hourly_most >= 1 AND hourly_most <= 1000),
  CHECK (preset ~ '^[a-z]{2,20}$'::text),
  CHECK (length(token_last_four) <= 4),
  CHECK (length(url) <= 500)
);
CREATE INDEX ringer_check ON ringer USING btree (check_at) WHERE is_enabled;
select isolate('ringer');

create table ringer_address (
  tenant_id uuid not null,
  user_id uuid not null,
  preset text not null,
  address text not null,
  address_end text not null,
  updated_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE,
  CHECK (length(address_end) <= 4),
  CHECK (preset ~ '^[a-z]{2,20}$'::text)
);
CREATE INDEX ringer_address_by_user ON ringer_address USING btree (user_id);
select isolate('ringer_address');

create table room_change (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  camera_id uuid not null,
  state text not null,
  since timestamptz(3) not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id)
);
CREATE UNIQUE INDEX room_change_by_camera ON room_change USING btree (tenant_id, camera_id, since);
CREATE INDEX room_change_oldest ON room_change USING btree (since);
select isolate('room_change');

create table room_state (
  tenant_id uuid not null,
  camera_id uuid not null,
  state text not null,
  reason jsonb,
  since timestamptz(3) not null,
  concluded_at timestamptz(3) not null,
  heard_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, camera_id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  CHECK ((state = 'unknown'::text) = (reason IS NOT NULL)),
  CHECK (state = ANY (ARRAY['in-bed'::text, 'sitting-up'::text, 'up'::text, 'present'::text, 'on-floor'::text, 'away'::text, 'with-staff'::text, 'unknown'::text]))
);
CREATE INDEX room_state_on_floor ON room_state USING btree (tenant_id, camera_id) WHERE (state = 'on-floor'::text);
select isolate('room_state');

create table roster_code (
  tenant_id uuid not null,
  code text not null,
  shift_id uuid,
  PRIMARY KEY (tenant_id, code),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  FOREIGN KEY (tenant_id, shift_id) REFERENCES shift(tenant_id, id) ON DELETE CASCADE,
  CHECK (length(code) >= 1 AND length(code) <= 8)
);
CREATE INDEX roster_code_by_shift ON roster_code USING btree (tenant_id, shift_id);
select isolate('roster_code');

create table roster_day (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  month date not null,
  user_id uuid not null,
  day date not null,
  shift_id uuid,
  mark text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, month, user_id) REFERENCES roster_line(tenant_id, month, user_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, shift_id) REFERENCES shift(tenant_id, id) ON DELETE CASCADE,
  CHECK ((shift_id IS NULL) = (mark IS NOT NULL)),
  CHECK (day >= month AND day < (month + '1 mon'::interval)),
  CHECK (length(mark) >= 1 AND length(mark) <= 8)
);
CREATE INDEX roster_day_by_line ON roster_day USING btree (tenant_id, user_id, month);
CREATE INDEX roster_day_by_shift ON roster_day USING btree (tenant_id, shift_id);
CREATE UNIQUE INDEX roster_day_of ON roster_day USING btree (tenant_id, day, user_id, shift_id) NULLS NOT DISTINCT;
select isolate('roster_day');

create table roster_line (
  tenant_id uuid not null,
  month date not null,
  user_id uuid not null,
  edited_by_name text,
  updated_at timestamptz(3) not null,
  version integer default 1 not null,
  PRIMARY KEY (tenant_id, month, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE,
  CHECK (EXTRACT(day FROM month) = 1::numeric)
);
CREATE INDEX roster_line_by_user ON roster_line USING btree (tenant_id, user_id);
select isolate('roster_line');

create table schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamptz default now() not null,
  is_additive boolean default false not null,
  PRIMARY KEY (name)
);

create table second_factor (
  tenant_id uuid not null,
  user_id uuid not null,
  secret text not null,
  confirmed_at timestamptz(3),
  used_step bigint default 0 not null,
  recovery_hashes text[] default '{}'::text[] not null,
  created_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE
);
select isolate('second_factor');

create table service_account (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  name text not null,
  token_hash bytea not null,
  token_last_four text not null,
  scopes text[] not null,
  site_ids uuid[],
  unit_ids uuid[],
  created_at timestamptz(3) not null,
  created_by uuid,
  created_name text,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  last_ip inet,
  revoked_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (length(name) >= 1 AND length(name) <= 80),
  CHECK (length(token_hash) = 32),
  CHECK (length(token_last_four) = 4)
);
CREATE UNIQUE INDEX service_account_token ON service_account USING btree (token_hash);
select isolate('service_account');

create table session (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  user_id uuid not null,
  acting_tenant_id uuid not null,
  origin_session_id uuid,
  jti uuid not null,
  previous_jti uuid,
  previous_valid_until timestamptz(3),
  issued_at timestamptz(3) not null,
  device text default 'web'::text not null,
  ip inet,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  idle_limit_seconds integer not null,
  absolute_until timestamptz(3) not null,
  is_short boolean default false not null,
  proven_at timestamptz(3),
  is_factor_given boolean default false not null,
  ended_at timestamptz(3),
  end_reason text,
  user_agent text default ''::text not null,
  connection_reason text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (acting_tenant_id) REFERENCES tenant(id),
  FOREIGN KEY (tenant_id, origin_session_id) REFERENCES session(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE,
  CHECK (length(connection_reason) >= 1 AND length(connection_reason) <= 300),
  CHECK (end_reason = ANY (ARRAY['logout'::text, 'token-reuse'::text, 'password-change'::text, 'by-administrator'::text, 'site-left'::text, 'provider'::text])),
  CHECK (idle_limit_seconds > 0)
);
CREATE INDEX session_by_acting_tenant ON session USING btree (acting_tenant_id);
CREATE INDEX session_by_origin ON session USING btree (tenant_id, origin_session_id) WHERE (origin_session_id IS NOT NULL);
CREATE INDEX session_by_user ON session USING btree (tenant_id, user_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX session_id ON session USING btree (id);
select isolate('session');
CREATE TRIGGER push_registration_end AFTER UPDATE OF ended_at ON session FOR EACH ROW WHEN (new.ended_at IS NOT NULL AND old.ended_at IS NULL) EXECUTE FUNCTION push_registration_end();

create table shift (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  name text not null,
  start_minute integer not null,
  end_minute integer not null,
  edited_by_name text,
  updated_at timestamptz(3) default now() not null,
  version integer default 1 not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (end_minute >= 0 AND end_minute <= 1439),
  CHECK (length(name) >= 1 AND length(name) <= 80),
  CHECK (start_minute >= 0 AND start_minute <= 1439)
);
CREATE UNIQUE INDEX shift_name ON shift USING btree (tenant_id, plain(name));
select isolate('shift');

create table site_app (
  tenant_id uuid not null,
  app_code text not null,
  state text,
  schedule jsonb,
  updated_at timestamptz(3) default now() not null,
  state_changed_at timestamptz(3),
  PRIMARY KEY (tenant_id, app_code),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (app_code ~ '^A[0-9]{3}$'::text),
  CHECK (state = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text]))
);
select isolate('site_app');
CREATE TRIGGER site_app_state_changed BEFORE INSERT OR UPDATE OF state ON site_app FOR EACH ROW EXECUTE FUNCTION mark_app_state_change();

create table site_key (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  key_hash bytea not null,
  last_four text not null,
  created_at timestamptz(3) not null,
  valid_until timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (length(key_hash) = 32),
  CHECK (length(last_four) = 4)
);
CREATE UNIQUE INDEX site_key_hash ON site_key USING btree (key_hash);
CREATE UNIQUE INDEX site_key_newest ON site_key USING btree (tenant_id) WHERE (valid_until IS NULL);
select isolate('site_key');

create table sleep_due (
  tenant_id uuid not null,
  camera_id uuid not null,
  since timestamptz(3) not null,
  due_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, camera_id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id)
);
CREATE INDEX sleep_due_next ON sleep_due USING btree (due_at);
select isolate('sleep_due');

create table sleep_night (
  tenant_id uuid not null,
  camera_id uuid not null,
  day date not null,
  starts_at timestamptz(3) not null,
  coverage_share double precision not null,
  bedtime integer,
  onset integer,
  wake integer,
  get_up integer,
  bedtime_of_day integer,
  wake_of_day integer,
  get_up_of_day integer,
  waso_minutes integer,
  awakenings integer,
  motion double precision,
  worked_from bigint not null,
  is_valued boolean default false not null,
  score double precision,
  duration double precision,
  efficiency double precision,
  tranquility double precision,
  bedtime_score double precision,
  wake_up_score double precision,
  sleep_minutes double precision,
  PRIMARY KEY (tenant_id, camera_id, day),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  CHECK (num_nulls(bedtime, onset, wake, get_up, bedtime_of_day, wake_of_day, get_up_of_day, waso_minutes, awakenings) = ANY (ARRAY[0, 9])),
  CHECK (num_nulls(score, duration, efficiency, tranquility, bedtime_score, wake_up_score, sleep_minutes) = ANY (ARRAY[0, 7]))
);
CREATE INDEX sleep_night_to_value ON sleep_night USING btree (tenant_id, camera_id, day) WHERE (NOT is_valued);
select isolate('sleep_night');

create table stay (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  resident_id uuid not null,
  camera_id uuid not null,
  bed smallint default 1 not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3),
  version integer default 1 not null,
  updated_at timestamptz(3) not null,
  EXCLUDE USING gist (tenant_id WITH =, camera_id WITH =, bed WITH =, tstzrange(from_at, to_at) WITH &&),
  EXCLUDE USING gist (tenant_id WITH =, resident_id WITH =, tstzrange(from_at, to_at) WITH &&),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  FOREIGN KEY (tenant_id, resident_id) REFERENCES resident(tenant_id, id) ON DELETE CASCADE,
  CHECK (bed >= 1 AND bed <= 8),
  CHECK (to_at > from_at)
);
CREATE INDEX stay_by_camera ON stay USING btree (tenant_id, camera_id, from_at DESC);
CREATE INDEX stay_by_end ON stay USING btree (to_at) WHERE (to_at IS NOT NULL);
CREATE INDEX stay_by_resident ON stay USING btree (tenant_id, resident_id, from_at DESC);
select isolate('stay');

create table tag (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  name text not null,
  edited_by_name text,
  updated_at timestamptz(3) default now() not null,
  version integer default 1 not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (length(name) >= 1 AND length(name) <= 80)
);
CREATE UNIQUE INDEX tag_name ON tag USING btree (tenant_id, plain(name));
select isolate('tag');

create table tenant (
  id uuid default uuidv7() not null,
  parent_id uuid,
  kind text not null,
  code text not null,
  name text not null,
  region text default 'ap-northeast-1'::text not null,
  timezone text default 'Asia/Tokyo'::text not null,
  is_recording_enabled boolean default false not null,
  is_live_streaming_enabled boolean default false not null,
  streaming_restriction_minutes integer,
  packages text[] default '{}'::text[] not null,
  room_camera_limit integer default 0,
  public_camera_limit integer default 0,
  is_demo boolean default false not null,
  disabled_at timestamptz(3),
  version integer default 1 not null,
  created_at timestamptz(3) default now() not null,
  updated_at timestamptz(3) default now() not null,
  password_min_length integer default 10 not null,
  allowed_ranges text[] default '{}'::text[] not null,
  security_version integer default 1 not null,
  security_edited_by text,
  security_edited_at timestamptz(3),
  is_station_pin_asked boolean default false not null,
  factor_since jsonb default '{}'::jsonb not null,
  factor_grace_days integer default 14 not null,
  factor_version integer default 1 not null,
  camera_networks text[] default '{}'::text[] not null,
  recording_days integer default 30,
  recording_gigabytes integer,
  retention_version integer default 1 not null,
  retention_edited_by text,
  retention_edited_at timestamptz(3),
  recordings_shortened_at timestamptz(3),
  recording_place text default 'service'::text not null,
  measurement_days integer default 30 not null,
  live_streaming_changed_at timestamptz(3),
  alarm_severities text[] default '{critical,high}'::text[] not null,
  arrival_limit_seconds integer default 180 not null,
  is_return_ending boolean default true not null,
  alarms_per_hour_budget integer,
  repeat_minutes integer default 5 not null,
  PRIMARY KEY (id),
  FOREIGN KEY (parent_id) REFERENCES tenant(id),
  CHECK (alarm_severities <@ '{critical,high,medium,low}'::text[] AND alarm_severities @> '{critical}'::text[]),
  CHECK (alarms_per_hour_budget >= 1 AND alarms_per_hour_budget <= 200),
  CHECK (arrival_limit_seconds >= 60 AND arrival_limit_seconds <= 1800),
  CHECK (kind = 'site'::text OR parent_id IS NULL),
  CHECK (code ~ '^[A-Za-z0-9-]{1,40}$'::text),
  CHECK (factor_grace_days >= 0 AND factor_grace_days <= 90),
  CHECK (kind = ANY (ARRAY['organisation'::text, 'site'::text])),
  CHECK (measurement_days >= 1 AND measurement_days <= 400),
  CHECK (length(name) >= 1 AND length(name) <= 120),
  CHECK (password_min_length >= 6 AND password_min_length <= 64),
  CHECK (public_camera_limit >= 0),
  CHECK (recording_days >= 1 AND recording_days <= 3650),
  CHECK (recording_gigabytes >= 1 AND recording_gigabytes <= 1000000),
  CHECK (recording_place = ANY (ARRAY['service'::text, 'hub'::text])),
  CHECK (repeat_minutes >= 0 AND repeat_minutes <= 60),
  CHECK (room_camera_limit >= 0),
  CHECK (streaming_restriction_minutes >= 1 AND streaming_restriction_minutes <= 1440)
);
CREATE INDEX tenant_by_name ON tenant USING btree (plain(name) COLLATE natural_order, id);
CREATE INDEX tenant_by_parent ON tenant USING btree (parent_id);
CREATE UNIQUE INDEX tenant_code ON tenant USING btree (lower(code));
create policy platform_all on tenant for all to mimamori_platform using (true) with check (true);
create policy tenant_read on tenant for select to mimamori_app using ((id = ANY (( SELECT (NULLIF(current_setting('app.tenants'::text, true), ''::text))::uuid[] AS "nullif")::uuid[])));
CREATE TRIGGER booking_moved_zone AFTER UPDATE OF timezone ON tenant FOR EACH ROW WHEN (old.timezone IS DISTINCT FROM new.timezone) EXECUTE FUNCTION booking_moved_zone();
CREATE TRIGGER site_alarm_chain_changed AFTER UPDATE OF repeat_minutes, packages, disabled_at ON tenant FOR EACH ROW WHEN (old.repeat_minutes IS DISTINCT FROM new.repeat_minutes OR old.packages IS DISTINCT FROM new.packages OR (old.disabled_at IS NULL) IS DISTINCT FROM (new.disabled_at IS NULL)) EXECUTE FUNCTION alarm_chain_of_site();
CREATE TRIGGER site_escalation_changed AFTER UPDATE OF packages, disabled_at, timezone ON tenant FOR EACH ROW WHEN (old.packages IS DISTINCT FROM new.packages OR (old.disabled_at IS NULL) IS DISTINCT FROM (new.disabled_at IS NULL) OR old.timezone IS DISTINCT FROM new.timezone) EXECUTE FUNCTION alert_escalation_of_site();
CREATE TRIGGER tenant_live_streaming_changed BEFORE UPDATE OF is_live_streaming_enabled ON tenant FOR EACH ROW EXECUTE FUNCTION mark_live_streaming_change();
CREATE TRIGGER tenant_moved_zone AFTER UPDATE OF timezone ON tenant FOR EACH ROW WHEN (old.timezone IS DISTINCT FROM new.timezone) EXECUTE FUNCTION alert_tally_rebuild();
CREATE TRIGGER tenant_moved_zone_days AFTER UPDATE OF timezone ON tenant FOR EACH ROW WHEN (old.timezone IS DISTINCT FROM new.timezone) EXECUTE FUNCTION report_day_forget();

create table tenant_deletion (
  tenant_id uuid not null,
  marked_at timestamptz(3) not null,
  marked_by text not null,
  due_at timestamptz(3) not null,
  was_disabled boolean not null,
  begun_at timestamptz(3),
  removed_rows bigint default 0 not null,
  removed_files bigint default 0 not null,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  CHECK (due_at > marked_at),
  CHECK (marked_by <> ''::text)
);
CREATE INDEX tenant_deletion_due ON tenant_deletion USING btree (due_at);
select isolate('tenant_deletion');

create table tenant_export (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  made_by text not null,
  is_whole boolean not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (made_by <> ''::text)
);
select isolate('tenant_export');

create table unit (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  name text not null,
  overrides_reminder_subscribers boolean default false not null,
  version integer default 1 not null,
  created_at timestamptz(3) default now() not null,
  updated_at timestamptz(3) default now() not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (length(name) >= 1 AND length(name) <= 80)
);
CREATE UNIQUE INDEX unit_name ON unit USING btree (tenant_id, plain(name));
select isolate('unit');

create table unit_app (
  tenant_id uuid not null,
  unit_id uuid not null,
  app_code text not null,
  state text,
  schedule jsonb,
  updated_at timestamptz(3) default now() not null,
  state_changed_at timestamptz(3),
  PRIMARY KEY (tenant_id, unit_id, app_code),
  FOREIGN KEY (tenant_id, unit_id) REFERENCES unit(tenant_id, id) ON DELETE CASCADE,
  CHECK (app_code ~ '^A[0-9]{3}$'::text),
  CHECK (state = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text]))
);
select isolate('unit_app');
CREATE TRIGGER unit_app_state_changed BEFORE INSERT OR UPDATE OF state ON unit_app FOR EACH ROW EXECUTE FUNCTION mark_app_state_change();

create table unit_reminder_user (
  tenant_id uuid not null,
  unit_id uuid not null,
  user_id uuid not null,
  PRIMARY KEY (tenant_id, unit_id, user_id),
  FOREIGN KEY (tenant_id, unit_id) REFERENCES unit(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX unit_reminder_user_by_user ON unit_reminder_user USING btree (tenant_id, user_id);
select isolate('unit_reminder_user');

create table user_alert_watermark (
  tenant_id uuid not null,
  user_id uuid not null,
  seen_until timestamptz(3) not null,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
select isolate('user_alert_watermark');

create table user_shift (
  tenant_id uuid not null,
  user_id uuid not null,
  shift_id uuid not null,
  PRIMARY KEY (tenant_id, user_id, shift_id),
  FOREIGN KEY (tenant_id, shift_id) REFERENCES shift(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX user_shift_by_shift ON user_shift USING btree (tenant_id, shift_id);
select isolate('user_shift');

create table user_tally (
  tenant_id uuid not null,
  role text not null,
  is_disabled boolean not null,
  users integer not null,
  PRIMARY KEY (tenant_id, role, is_disabled),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
select isolate('user_tally');

create table user_unit (
  tenant_id uuid not null,
  user_id uuid not null,
  unit_id uuid not null,
  PRIMARY KEY (tenant_id, user_id, unit_id),
  FOREIGN KEY (tenant_id, unit_id) REFERENCES unit(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX user_unit_by_unit ON user_unit USING btree (tenant_id, unit_id);
select isolate('user_unit');

create table visit (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  camera_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  app_codes text[] not null,
  request_id uuid not null,
  started_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text,
  ended_by uuid,
  ended_name text,
  processed_at timestamptz(3),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  CHECK (array_position(app_codes, NULL::text) IS NULL AND array_to_string(app_codes, ' '::text) ~ '^A[0-9]{3}( A[0-9]{3})*$'::text),
  CHECK (ends_at > started_at),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CHECK ((ended_by IS NULL) = (ended_name IS NULL)),
  CHECK (processed_at IS NULL OR ended_at IS NOT NULL),
  CHECK (end_reason = ANY (ARRAY['time'::text, 'hand'::text, 'alone'::text, 'replaced'::text])),
  CHECK (user_name <> ''::text)
);
CREATE INDEX visit_by_camera ON visit USING btree (tenant_id, camera_id, started_at DESC);
CREATE UNIQUE INDEX visit_request ON visit USING btree (tenant_id, request_id);
CREATE UNIQUE INDEX visit_running ON visit USING btree (tenant_id, camera_id) WHERE (ended_at IS NULL);
CREATE INDEX visit_unprocessed ON visit USING btree (tenant_id, camera_id) WHERE (processed_at IS NULL);
select isolate('visit');

create table walk_test (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  camera_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  started_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  looked_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text,
  steps jsonb default '[]'::jsonb not null,
  basis jsonb not null,
  hub_version text,
  image bytea,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id),
  CHECK (ends_at > started_at),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CHECK (end_reason = ANY (ARRAY['finished'::text, 'cancelled'::text, 'time'::text, 'away'::text, 'replaced'::text])),
  CHECK (octet_length(image) <= 300000),
  CHECK (user_name <> ''::text)
);
CREATE INDEX walk_test_by_camera ON walk_test USING btree (tenant_id, camera_id, started_at DESC);
CREATE UNIQUE INDEX walk_test_running ON walk_test USING btree (tenant_id, camera_id) WHERE (ended_at IS NULL);
select isolate('walk_test');

create table webhook (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  name text not null,
  is_enabled boolean not null,
  url text not null,
  url_shown text not null,
  template text not null,
  events text[] not null,
  severities text[] not null,
  kinds text[] not null,
  has_signals boolean not null,
  is_marked_only boolean not null,
  unit_ids uuid[] not null,
  with_names boolean not null,
  minute_most integer not null,
  secret text not null,
  secret_last_four text not null,
  previous_secret text,
  previous_until timestamptz(3),
  state text default 'idle'::text not null,
  attempts integer default 0 not null,
  next_at timestamptz(3),
  changed_at timestamptz(3) not null,
  failing_since timestamptz(3),
  noticed_at timestamptz(3),
  paused_at timestamptz(3),
  version integer default 1 not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK ((next_at IS NOT NULL) = (state <> 'idle'::text)),
  CHECK ((previous_secret IS NULL) = (previous_until IS NULL)),
  CHECK (minute_most >= 1 AND minute_most <= 120),
  CHECK (length(name) >= 1 AND length(name) <= 80),
  CHECK (length(secret_last_four) = 4),
  CHECK (state = ANY (ARRAY['idle'::text, 'waiting'::text, 'sending'::text])),
  CHECK (template = ANY (ARRAY['json'::text, 'teams'::text, 'slack'::text, 'mattermost'::text])),
  CHECK (length(url_shown) <= 300)
);
CREATE INDEX webhook_due ON webhook USING btree (tenant_id, next_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX webhook_failing ON webhook USING btree (failing_since) WHERE (failing_since IS NOT NULL);
select isolate('webhook');

create table webhook_delivery (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  webhook_tenant_id uuid not null,
  webhook_id uuid not null,
  event text not null,
  at timestamptz(3) not null,
  alert_id uuid,
  step_id uuid,
  camera_id uuid,
  state text not null,
  queued_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  body text,
  has_names boolean default false not null,
  attempts integer default 0 not null,
  tried_at timestamptz(3),
  duration_ms integer,
  http_status integer,
  reason text,
  answer text,
  changed_at timestamptz(3) not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id) REFERENCES tenant(id),
  CHECK (length(answer) <= 500),
  CHECK (attempts >= 0),
  CHECK (duration_ms >= 0),
  CHECK (length(reason) <= 40),
  CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX webhook_delivery_by_alert ON webhook_delivery USING btree (tenant_id, alert_id) WHERE (alert_id IS NOT NULL);
CREATE INDEX webhook_delivery_by_camera ON webhook_delivery USING btree (tenant_id, camera_id) WHERE (camera_id IS NOT NULL);
CREATE INDEX webhook_delivery_by_change ON webhook_delivery USING btree (webhook_id, changed_at DESC, id DESC);
CREATE INDEX webhook_delivery_expiring ON webhook_delivery USING btree (expires_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_delivery_oldest ON webhook_delivery USING btree (changed_at) WHERE (state <> 'waiting'::text);
CREATE INDEX webhook_delivery_tried ON webhook_delivery USING btree (webhook_id, tried_at DESC) WHERE (tried_at IS NOT NULL);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery USING btree (webhook_id, queued_at, id) WHERE (state = 'waiting'::text);
select isolate('webhook_delivery');

create table webhook_event (
  tenant_id uuid not null,
  id uuid default uuidv7() not null,
  event text not null,
  at timestamptz(3) not null,
  alert_id uuid,
  step_id uuid,
  camera_id uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alert(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, camera_id) REFERENCES camera(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id) REFERENCES tenant(id)
);
CREATE INDEX webhook_event_by_alert ON webhook_event USING btree (tenant_id, alert_id) WHERE (alert_id IS NOT NULL);
CREATE INDEX webhook_event_by_camera ON webhook_event USING btree (tenant_id, camera_id) WHERE (camera_id IS NOT NULL);
CREATE INDEX webhook_event_by_id ON webhook_event USING btree (id);
select isolate('webhook_event');

create view escalation_watch as
 SELECT a.tenant_id,
    a.id AS alert_id,
    e.id AS escalation_id,
    a.camera_id,
    a.agent_id,
    a.occurred_at,
    a.created_at,
    escalation_due_at(a.open_since, a.created_at, e.threshold_minutes) AS due_at,
    LEAST(a.occurred_at, a.created_at) + '24:00:00'::interval AS ends_at,
    COALESCE(a.opening, 1) AS opening
   FROM alert a
     LEFT JOIN camera c ON c.tenant_id = a.tenant_id AND c.id = a.camera_id
     LEFT JOIN camera_app p ON p.tenant_id = a.tenant_id AND p.camera_id = a.camera_id AND p.app_code = a.activity
     JOIN escalation e ON e.tenant_id = a.tenant_id AND ((e.id = ANY (c.escalation_ids)) OR (p.settings -> 'escalationIds'::text) ? e.id::text OR a.camera_id IS NULL AND (EXISTS ( SELECT
           FROM camera d
          WHERE d.tenant_id = a.tenant_id AND d.agent_id = a.agent_id AND NOT d.unit_id IS DISTINCT FROM a.unit_id AND (e.id = ANY (d.escalation_ids)))))
  WHERE alert_waits(a.deleted_at, a.alarm_state, a.first_seen_at, a.is_archived) AND NOT a.is_silent AND a.occurred_at > (a.created_at - '24:00:00'::interval);

create view room_stay as
 SELECT c.tenant_id,
    c.id AS camera_id,
    s.id AS stay_id,
    s.resident_id,
    s.bed,
    s.from_at,
    s.to_at
   FROM camera c
     JOIN camera h ON h.tenant_id = c.tenant_id AND h.tally_unit_id = c.tally_unit_id AND h.location = c.location AND h.location_type = 'ROOM'::text
     JOIN stay s ON s.tenant_id = h.tenant_id AND s.camera_id = h.id
  WHERE c.location_type = 'ROOM'::text;

CREATE OR REPLACE FUNCTION public.alarm_chain_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into alarm_chain (tenant_id, alert_id, opening, last_round_at, due_at, ends_at)
  select a.tenant_id, a.id, a.opening, a.open_since, first_round_at(a.open_since, t.repeat_minutes),
      least(a.occurred_at, a.created_at) + interval '24 hours'
    from arrived a join tenant t on t.id = a.tenant_id
    where a.alarm_state = 'open' and a.deleted_at is null and a.occurred_at > a.created_at - interval '24 hours'
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.alarm_chain_of_site()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update alarm_chain set due_at = new.updated_at where tenant_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.alarm_chain_turn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.alarm_rank(state text, severity text, activity text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((CASE state WHEN 'open'::text THEN 0 WHEN 'claimed'::text THEN 1 WHEN 'arrived'::text THEN 2 ELSE 3 END * 100) + (severity_rank(severity) * 10)) + CASE activity WHEN 'A005'::text THEN 0 WHEN 'A006'::text THEN 1 ELSE 2 END);

CREATE OR REPLACE FUNCTION public.alert_answered()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.alert_answered_at(alarm_state text, first_seen_at timestamptz, claimed_at timestamptz, resolved_at timestamptz, outcome text)
 RETURNS timestamptz
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when alarm_state is null then first_seen_at when outcome = 'returned' then null
    else coalesce(claimed_at, resolved_at) end
$function$;

CREATE OR REPLACE FUNCTION public.alert_becomes_alarm()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.alert_escalation_drop_rule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from alert_escalation where tenant_id = old.tenant_id and escalation_id = old.id and fired_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.alert_escalation_of_camera()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.alert_escalation_of_rule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from alert_escalation
    where tenant_id = new.tenant_id and escalation_id = new.id and fired_at is null order by alert_id for update;
  update alert_escalation x set is_put_off = false,
      due_at = escalation_due_at(a.open_since, a.created_at, case when x.is_hurried then 0 else new.threshold_minutes end)
    from alert a
    where x.tenant_id = new.tenant_id and x.escalation_id = new.id and x.fired_at is null
      and a.tenant_id = x.tenant_id and a.id = x.alert_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.alert_escalation_of_site()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from alert_escalation where tenant_id = new.id and fired_at is null order by alert_id for update;
  update alert_escalation x set is_put_off = false,
      due_at = escalation_due_at(a.open_since, a.created_at, case when x.is_hurried then 0 else e.threshold_minutes end)
    from alert a, escalation e
    where x.tenant_id = new.id and x.fired_at is null and a.tenant_id = x.tenant_id and a.id = x.alert_id
      and e.tenant_id = x.tenant_id and e.id = x.escalation_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.alert_escalation_plan()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.alert_escalation_turn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.alert_hour_tally_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.alert_hour_tally_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.alert_joins_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.alert_notice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into notice (tenant_id, cause, alert_id, created_at)
  select a.tenant_id, 'raised', a.id, a.created_at from arrived a
    where a.occurred_at > a.created_at - interval '24 hours' and a.visit_id is null and not a.is_silent;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.alert_tally_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.alert_tally_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.alert_tally_rebuild()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.alert_waits(deleted_at timestamptz, alarm_state text, first_seen_at timestamptz, is_archived boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select deleted_at is null
    and case when alarm_state is null then first_seen_at is null and not is_archived else alarm_state = 'open' end
$function$;

CREATE OR REPLACE FUNCTION public.booking_moved_zone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update booking_occurrence o set
      starts_at = site_instant(o.day, o.start_minute, new.timezone),
      ends_at = site_instant(o.day, o.start_minute, new.timezone) + (o.ends_at - o.starts_at),
      remind_at = o.remind_at + (site_instant(o.day, o.start_minute, new.timezone) - o.starts_at)
    where o.tenant_id = new.id and o.check_in_id is null and o.starts_at > new.updated_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.camera_former_hub_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from camera_former_hub where tenant_id = old.tenant_id and agent_id = old.id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.camera_tally_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into camera_tally as t (tenant_id, unit_id, status, is_room, cameras)
  select c.tenant_id, c.tally_unit_id, c.shown_status, c.location_type = 'ROOM',
      count(*) * case tg_op when 'DELETE' then -1 else 1 end
    from changed c where c.deregistered_at is null group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (tenant_id, unit_id, status, is_room) do update set cameras = t.cameras + excluded.cameras;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.camera_tally_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into camera_tally as t (tenant_id, unit_id, status, is_room, cameras)
  select c.tenant_id, c.tally_unit_id, c.shown_status, c.location_type = 'ROOM', sum(c.sign)
    from (select *, -1 as sign from before union all select *, 1 from after) c
    where c.deregistered_at is null group by 1, 2, 3, 4 having sum(c.sign) <> 0 order by 1, 2, 3, 4
  on conflict (tenant_id, unit_id, status, is_room) do update set cameras = t.cameras + excluded.cameras;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.camera_watch_anew()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.watched_since := new.updated_at;
  new.silence_raised_of := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_in_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into check_in_tally as t (tenant_id, unit_id, camera_id, person_id, check_ins)
  select c.tenant_id, coalesce(c.unit_id, uuid_nil()), c.camera_id, c.person_id, sign * count(*)
    from changed c group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (tenant_id, unit_id, camera_id, person_id) do update set check_ins = t.check_ins + excluded.check_ins;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_in_seen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from booking_occurrence o
    where o.tenant_id = new.tenant_id and o.camera_id = new.camera_id and o.ends_at > new.stream_at
      and o.starts_at <= new.stream_at + interval '15 minutes' order by o.id for update;
  update booking_occurrence o set check_in_id = new.id, remind_at = null, version = o.version + 1
    where o.tenant_id = new.tenant_id and o.camera_id = new.camera_id
      and o.ends_at > new.stream_at and o.starts_at <= new.stream_at + interval '15 minutes'
      and o.check_in_id is null and o.removed_at is null and not o.is_skipped;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_unsent_accidents()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
begin
  delete from accident where tenant_id = old.tenant_id and resident_id = old.id and submitted_on is null;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.escalation_due_at(open_since timestamptz, created_at timestamptz, threshold_minutes integer)
 RETURNS timestamptz
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(open_since, created_at) + ((threshold_minutes)::double precision * '00:01:00'::interval));

CREATE OR REPLACE FUNCTION public.first_round_at(open_since timestamptz, repeat_minutes integer)
 RETURNS timestamptz
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (repeat_minutes > 0) THEN (open_since + ((repeat_minutes)::double precision * '00:01:00'::interval)) ELSE NULL::timestamptz END;

CREATE OR REPLACE FUNCTION public.has_webhook(site uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  readable constant text := current_setting('app.tenants', true);
  places constant uuid[] := array(select unnest(array[t.id, t.parent_id]) from tenant t where t.id = site);
  found boolean;
begin
  perform set_config('app.tenants', places::text, true);
  found := exists (select from webhook w where w.tenant_id = any(places) and w.is_enabled);
  perform set_config('app.tenants', coalesce(readable, ''), true);
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.isolate(fenced regclass, rights text DEFAULT 'select, insert, update, delete'::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
declare
  readable constant text :=
    $p$(tenant_id = any ((select nullif(current_setting('app.tenants', true), '')::uuid[])::uuid[])) is true$p$;
  writable constant text := $p$tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)$p$;
begin
  execute format('alter table %s enable row level security', fenced);
  execute format('alter table %s force row level security', fenced);
  execute format('create policy tenant_read on %s for select to mimamori_app using (%s)', fenced, readable);
  execute format('create policy tenant_insert on %s for insert to mimamori_app with check (%s)', fenced, writable);
  execute format('create policy tenant_update on %s for update to mimamori_app using (%s) with check (%s)',
    fenced, writable, writable);
  execute format('create policy tenant_delete on %s for delete to mimamori_app using (%s)', fenced, writable);
  execute format('create policy platform_all on %s to mimamori_platform using (true) with check (true)', fenced);
  execute format('grant %s on %s to mimamori_app, mimamori_platform', rights, fenced);
end $function$;

CREATE OR REPLACE FUNCTION public.mark_app_state_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' or old.state is distinct from new.state then
    new.state_changed_at := new.updated_at;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_live_streaming_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.is_live_streaming_enabled <> new.is_live_streaming_enabled then
    new.live_streaming_changed_at := new.updated_at;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.measured_day_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into measured_day as d (tenant_id, camera_id, day, seconds_observed)
  select h.tenant_id, h.camera_id, (h.starts_at at time zone 'UTC')::date, sum(h.seconds_observed)
    from changed h group by 1, 2, 3 order by 1, 2, 3
  on conflict (tenant_id, camera_id, day) do update set seconds_observed = d.seconds_observed + excluded.seconds_observed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.measured_day_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into measured_day as d (tenant_id, camera_id, day, seconds_observed)
  select h.tenant_id, h.camera_id, (h.starts_at at time zone 'UTC')::date, sum(h.sign * h.seconds_observed)
    from (select b.*, -1 as sign from before b union all select c.*, 1 from changed c) h
    group by 1, 2, 3 having sum(h.sign * h.seconds_observed) <> 0 order by 1, 2, 3
  on conflict (tenant_id, camera_id, day) do update set seconds_observed = d.seconds_observed + excluded.seconds_observed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.media_state_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.kind = 'clip' then
    update alert a set
      clip_state = case when a.clip_media_id = new.id and a.clip_state in ('ready', 'missing', 'damaged')
        then new.state else a.clip_state end,
      blurred_clip_state = case when a.blurred_clip_media_id = new.id
        and a.blurred_clip_state in ('ready', 'missing', 'damaged') then new.state else a.blurred_clip_state end
      where a.tenant_id = new.tenant_id and a.id = new.alert_id
        and new.id in (a.clip_media_id, a.blurred_clip_media_id);
  elsif new.kind = 'frame' then
    update camera c set latest_frame_media_id = case when new.state = 'ready' then new.id end
      where c.tenant_id = new.tenant_id and c.id = new.camera_id and c.latest_frame_at = new.taken_at
        and coalesce(c.latest_frame_media_id, new.id) = new.id;
  elsif new.is_blurred then
    update alert a set blurred_media_id = case when new.state = 'ready' then new.id end
      where a.tenant_id = new.tenant_id and a.id = new.alert_id and coalesce(a.blurred_media_id, new.id) = new.id;
  else
    update alert a set thumbnail_media_id = case when new.state = 'ready' then new.id end
      where a.tenant_id = new.tenant_id and a.id = new.alert_id and coalesce(a.thumbnail_media_id, new.id) = new.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.night_end(at timestamptz, timezone text)
 RETURNS timestamptz
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (((at at time zone timezone) - interval '18 hours')::date + interval '42 hours') at time zone timezone
$function$;

CREATE OR REPLACE FUNCTION public.notification_given_up()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.notification_mailed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.notification_unheard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update alarm_chain set due_at = new.changed_at
    where tenant_id = new.tenant_id and alert_id = new.alert_id and opening = new.opening;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.occurrence_resolved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.person_name(first_name text, last_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN TRIM(BOTH FROM CASE WHEN ((last_name || first_name) ~ '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]'::text) THEN ((last_name || ' '::text) || first_name) ELSE ((first_name || ' '::text) || last_name) END);

CREATE OR REPLACE FUNCTION public.plain(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select btrim(normalize(regexp_replace(regexp_replace(translate(regexp_replace(
      normalize(lower(normalize($1, NFKC) collate "und-x-icu"), NFKC) collate "default",
      '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]',
      '', 'g'),
      'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒ' ||
      'ビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ髙﨑嵜𠮷邊邉齊斎齋濱濵澤嶋嶌' ||
      '櫻廣國眞龍德惠榮冨舘槇瀨瀧渕萬禮豐靜藏圓寬增黑鷗藪薗曾龜關鹽學實壽彌條檜桒栁楳峯埜瑤遙堯凜巖穗經總綠' ||
      '聰樂劍凉溫淸戶靑內彥郞敎澁鐵ぁぃぅぇぉゕゖっゃゅょゎヽヾς‐‒–—―−ー〜。、',
      'ああいいううええおおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつつづてでとどなにぬねのはばぱひ' ||
      'びぴふぶぷへべぺほぼぽまみむめもややゆゆよよらりるれろわわゐゑをんゔかけ高崎崎吉辺辺斉斉斉浜浜沢島島' ||
      '桜広国真竜徳恵栄富館槙瀬滝淵万礼豊静蔵円寛増黒鴎薮園曽亀関塩学実寿弥条桧桑柳梅峰野瑶遥尭凛巌穂経総緑' ||
      '聡楽剣涼温清戸青内彦郎教渋鉄あいうえおかけつやゆよわゝゞσ-------~.,'),
    '[\t-\r \u0085\u1680\u2028\u2029]+', ' ', 'g'),
    ' ?([\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]) ?', '\1', 'g'), NFKC))
$function$;

CREATE OR REPLACE FUNCTION public.push_registration_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from push_registration where tenant_id = new.tenant_id and session_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.recording_file_dropped()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into recording_discard (tenant_id, id, due_at) select d.tenant_id, d.id, '-infinity' from dropped d
  on conflict (tenant_id, id) do update set due_at = excluded.due_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.recording_hub_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into recording_gap (tenant_id, camera_id, started_at, ended_at, cause)
  select r.tenant_id, r.camera_id, min(s.started_at), max(s.started_at + make_interval(secs => s.duration_ms / 1000.0)),
    'file-lost'
  from recording r join recording_segment s on s.tenant_id = r.tenant_id and s.recording_id = r.id and s.is_on_hub
  where r.tenant_id = old.tenant_id and r.agent_id = old.id group by r.tenant_id, r.camera_id, r.id;
  with gone as (
    delete from recording_segment s using recording r
    where r.tenant_id = old.tenant_id and r.agent_id = old.id
      and s.tenant_id = r.tenant_id and s.recording_id = r.id and s.is_on_hub
    returning s.recording_id, s.duration_ms, s.bytes)
  update recording r set agent_id = null, hub_bytes = 0, duration_ms = r.duration_ms - g.ms, bytes = r.bytes - g.bytes
  from (select recording_id, sum(duration_ms) as ms, sum(bytes) as bytes from gone group by recording_id) g
  where r.tenant_id = old.tenant_id and r.id = g.recording_id;
  update recording set agent_id = null where tenant_id = old.tenant_id and agent_id = old.id;
  return case when tg_op = 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION public.report_day_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  touched record;
begin
  for touched in
    select distinct a.tenant_id, site_day(a.occurred_at, t.timezone) as day
      from changed a join tenant t on t.id = a.tenant_id order by 1, 2
  loop
    update report_day set is_summed = false where tenant_id = touched.tenant_id and day = touched.day;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.report_day_forget()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from report_day where tenant_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.report_day_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  touched record;
begin
  for touched in
    select distinct b.tenant_id, site_day(x.at, t.timezone) as day
      from before b join changed c using (tenant_id, id) join tenant t on t.id = b.tenant_id
        cross join lateral (values (b.occurred_at), (c.occurred_at)) x (at)
      where (b.occurred_at, b.created_at, b.verdict, b.camera_id, b.unit_id, b.severity, b.activity,
          b.deleted_at is null,
          alert_answered_at(b.alarm_state, b.first_seen_at, b.claimed_at, b.resolved_at, b.outcome),
          b.outcome is not distinct from 'returned') is distinct from
        (c.occurred_at, c.created_at, c.verdict, c.camera_id, c.unit_id, c.severity, c.activity,
          c.deleted_at is null,
          alert_answered_at(c.alarm_state, c.first_seen_at, c.claimed_at, c.resolved_at, c.outcome),
          c.outcome is not distinct from 'returned')
      order by 1, 2
  loop
    update report_day set is_summed = false where tenant_id = touched.tenant_id and day = touched.day;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.role_rank(role text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_position(array['ANNOTATOR', 'DEMO_USER', 'RESTRICTED_USER', 'USER', 'ADMIN', 'ORG_ADMIN', 'SUPER_ADMIN'], role)
$function$;

CREATE OR REPLACE FUNCTION public.session_shorten()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update session set is_short = true where tenant_id = new.tenant_id and user_id = new.id and ended_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.severity_rank(severity text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case severity when 'critical' then 0 when 'high' then 1 when 'medium' then 2 else 3 end
$function$;

CREATE OR REPLACE FUNCTION public.site_day(at timestamptz, timezone text)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select (at at time zone timezone)::date $function$;

CREATE OR REPLACE FUNCTION public.site_day_start(day date, timezone text)
 RETURNS timestamptz
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case when site_day((day::timestamp at time zone timezone) - interval '1 hour', timezone) = day
    then (day::timestamp at time zone timezone) - interval '1 hour' else day::timestamp at time zone timezone end
$function$;

CREATE OR REPLACE FUNCTION public.site_instant(day date, minute integer, timezone text)
 RETURNS timestamptz
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select (day + make_interval(mins => minute)) at time zone timezone $function$;

CREATE OR REPLACE FUNCTION public.site_locale(tenant uuid)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select coalesce((select u.locale from app_user u where u.tenant_id = tenant and u.disabled_at is null
    group by u.locale order by count(*) desc, u.locale desc limit 1), 'ja')
$function$;

CREATE OR REPLACE FUNCTION public.site_minute(at timestamptz, timezone text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select floor(extract(epoch from (at at time zone timezone)::time) / 60)::integer $function$;

CREATE OR REPLACE FUNCTION public.sleep_due_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into sleep_due as d (tenant_id, camera_id, since, due_at)
  select new.tenant_id, new.id, h.since, night_end(h.since, t.timezone)
    from (select min(starts_at) as since from measured_hour where tenant_id = new.tenant_id and camera_id = new.id) h
      join tenant t on t.id = new.tenant_id
    where h.since is not null
  on conflict (tenant_id, camera_id) do update set since = excluded.since, due_at = excluded.due_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sleep_due_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into sleep_due as d (tenant_id, camera_id, since, due_at)
  select c.tenant_id, c.id, h.since, night_end(h.since, t.timezone)
    from (select tenant_id, camera_id, min(starts_at) as since from changed group by 1, 2) h
      join camera c on c.tenant_id = h.tenant_id and c.id = h.camera_id and c.location_type = 'ROOM'
      join tenant t on t.id = c.tenant_id
    order by 1, 2
  on conflict (tenant_id, camera_id) do update set since = excluded.since, due_at = excluded.due_at
    where excluded.since < d.since;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sought(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select replace(plain($1), ' ', '') $function$;

CREATE OR REPLACE FUNCTION public.user_tally_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into user_tally as t (tenant_id, role, is_disabled, users)
  select u.tenant_id, u.role, u.disabled_at is not null, sign * count(*) from changed u group by 1, 2, 3 order by 1, 2, 3
  on conflict (tenant_id, role, is_disabled) do update set users = t.users + excluded.users;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.user_tally_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into user_tally as t (tenant_id, role, is_disabled, users)
  select u.tenant_id, u.role, u.disabled_at is not null, sum(u.sign)
    from (values (old.tenant_id, old.role, old.disabled_at, -1), (new.tenant_id, new.role, new.disabled_at, 1))
      u (tenant_id, role, disabled_at, sign)
    group by 1, 2, 3 order by 1, 2, 3
  on conflict (tenant_id, role, is_disabled) do update set users = t.users + excluded.users;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.utc_hour(at timestamptz)
 RETURNS timestamptz
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select date_trunc('hour', at, 'UTC') $function$;

CREATE OR REPLACE FUNCTION public.uuid_nil()
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select '00000000-0000-0000-0000-000000000000'::uuid $function$;

CREATE OR REPLACE FUNCTION public.webhook_alarm_step()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_alert_raised()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_event (tenant_id, event, at, alert_id, camera_id)
  select a.tenant_id, 'alert.raised', a.created_at, a.id, a.camera_id from arrived a
    where a.occurred_at > a.created_at - interval '24 hours' and a.visit_id is null and not a.is_silent
      and has_webhook(a.tenant_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_camera_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_coverage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_event (tenant_id, event, at, camera_id)
  select new.tenant_id, case when new.ended_at is null then 'coverage.lost' else 'coverage.restored' end,
    coalesce(new.ended_at, new.noticed_at), new.camera_id
  where has_webhook(new.tenant_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_forgets_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update webhook_delivery d set body = null, answer = null
    where d.has_names and d.tenant_id in (select g.tenant_id from gone g);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_push()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;
