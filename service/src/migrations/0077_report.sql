-- Incident reports: the text, its history, and the work on a draft. Requirements REPORT-01 to REPORT-04.

-- At most a draft and a saved one for each alert. A draft that is saved takes the place of the saved one.
create table report (
  tenant_id  uuid not null,
  id         uuid not null default uuidv7(),
  alert_id   uuid not null,
  state      text not null check (state in ('draft', 'saved')),
  -- The whole text; each line is a sentence, empty lines stand between the parts.
  content    text not null check (length(content) <= 50000),
  -- The contract's ReportSentence[]: each line again, with what it rests on.
  sentences  jsonb not null default '[]',
  -- The contract's ReportBasis; null: a person wrote it from nothing.
  basis      jsonb,
  -- Grows by one with each change; an edit of an older version is a conflict.
  version    integer not null default 1,
  created_at timestamptz(3) not null,
  -- Who changed it last; for a draft who asked for it. The name stays when the user goes.
  edited_by  uuid not null,
  edited_by_name text not null,
  edited_at  timestamptz(3) not null,
  primary key (tenant_id, id),
  unique (tenant_id, alert_id, state),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade
);
select isolate('report');

-- What people changed in a saved report.
create table report_edit (
  tenant_id  uuid not null,
  id         uuid not null default uuidv7(),
  report_id  uuid not null,
  at         timestamptz(3) not null,
  -- replaced: a draft that was generated anew took its place. restored: an earlier text came back.
  kind       text not null check (kind in ('edited', 'replaced', 'restored')),
  user_id    uuid not null,
  user_name  text not null,
  before     text not null,
  after      text not null,
  -- What `before` rested on, so that a text that comes back brings it along.
  before_sentences jsonb not null,
  before_basis     jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
create index report_edit_by_report on report_edit (tenant_id, report_id, at desc);
select isolate('report_edit');

-- The work on a draft. A row outlives its work for some days: the day's budget is counted from them.
create table report_job (
  tenant_id  uuid not null,
  id         uuid not null default uuidv7(),
  alert_id   uuid not null,
  state      text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- The contract's steps begun so far: [{step, startedAt, endedAt}].
  steps      jsonb not null default '[]',
  -- Of the step that is under way.
  progress_percent integer not null default 0 check (progress_percent between 0 and 100),
  failure    text check (failure in ('interrupted', 'unexpected')),
  -- Whether a model was asked: what the budget of a day counts.
  asked_model boolean not null default false,
  -- The text's language and the zone of its times: of who asked for it.
  locale     text not null check (locale in ('en', 'ja')),
  time_zone  text not null,
  requested_by uuid not null,
  requested_by_name text not null,
  -- How often it was begun.
  attempts   integer not null default 0,
  -- Who works on it, and until when nobody else does; not renewed any more when that process died.
  held_by    uuid,
  held_until timestamptz(3),
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  check ((held_by is null) = (held_until is null)),
  check ((failure is not null) = (state = 'failed'))
);
-- One at a time for each alert.
create unique index report_job_open on report_job (tenant_id, alert_id) where state in ('waiting', 'running');
create index report_job_by_alert on report_job (tenant_id, alert_id, created_at desc);
create index report_job_due on report_job (created_at) where state in ('waiting', 'running');
create index report_job_by_time on report_job (tenant_id, created_at);
select isolate('report_job');
