-- Names of the glossary: an e-mail without a mail server is "stored" where it was "kept", and what somebody was notified of
-- is no longer "told".
alter table mail_message drop constraint mail_message_state_check;
alter table mail_message no force row level security;
update mail_message set state = 'stored' where state = 'kept';
alter table mail_message force row level security;
alter table mail_message add constraint mail_message_state_check
  check (state in ('pending', 'sending', 'sent', 'dead', 'stored'));

alter table agent rename column silence_told_of to silence_notified_of;
alter table external_system rename column alert_failure_told_at to alert_failure_notified_at;
