-- Reports, calls of external systems and e-mail wait in one kind of queue (platform/work/queue): next_at is when a waiting
-- row is due, and until when a running one is held. Claims read each site by itself; a second index by time alone would
-- be taken instead, and read the rows of all sites.
alter table report_job add column next_at timestamptz(3);
alter table report_job no force row level security;
update report_job set next_at = coalesce(held_until, created_at) where state in ('waiting', 'running');
alter table report_job force row level security;
drop index report_job_due;
alter table report_job drop column held_by, drop column held_until,
  add check ((next_at is not null) = (state in ('waiting', 'running')));
create index report_job_due_of_site on report_job (tenant_id, next_at) where state in ('waiting', 'running');

drop index external_run_due;
drop index mail_message_due;
create index mail_message_due_of_site on mail_message (tenant_id, next_at) where state in ('pending', 'sending');
