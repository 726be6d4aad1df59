-- Notes on an alert, and the colleagues that they name. Requirement ALARM-07.
alter table alert_step
  drop constraint alert_step_kind,
  add constraint alert_step_kind check (
    kind in ('seen', 'archived', 'unarchived', 'judged', 'deleted', 'restored', 'resent', 'reported', 'escalated',
      'claimed', 'joined', 'given-back', 'claim-expired', 'arrived', 'resolved', 'noted', 'asked'));
alter table notice
  drop constraint notice_cause,
  drop constraint notice_of_user,
  add constraint notice_cause check (
    cause in ('raised', 'escalated', 'resent', 'sample', 'reminder', 'reopened', 'asked')),
  -- Of 'asked' the person that is asked.
  add constraint notice_of_user check (
    cause = 'reopened' or (user_id is not null) = (cause in ('resent', 'sample', 'asked')));
alter table notification
  drop constraint notification_cause,
  add constraint notification_cause check (
    cause in ('raised', 'escalated', 'resent', 'sample', 'reminder', 'reopened', 'asked'));
