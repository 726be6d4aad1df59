-- Codes of languages, forms of address and apps are checked by their shape: which there are is said by the contract alone
-- (LOCALES, HONORIFICS, APPS), so that a new one needs no migration. GEN-01, APP-01; decision 0024.
alter table app_user drop constraint app_user_locale_check,
  add constraint app_user_locale check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$');
alter table mail_message drop constraint mail_message_locale_check,
  add constraint mail_message_locale check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$');
alter table report_job drop constraint report_job_locale_check,
  add constraint report_job_locale check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$');
alter table resident drop constraint resident_honorific_check,
  add constraint resident_honorific check (honorific ~ '^[a-z]{2,12}$');

alter table site_app drop constraint site_app_app_code_check,
  add constraint site_app_code check (app_code ~ '^A[0-9]{3}$');
alter table unit_app drop constraint unit_app_app_code_check,
  add constraint unit_app_code check (app_code ~ '^A[0-9]{3}$');
alter table camera_app drop constraint camera_app_app_code_check,
  add constraint camera_app_code check (app_code ~ '^A[0-9]{3}$');
-- An app, or a part of the watching that fell silent: `hub-offline`.
alter table alert drop constraint alert_activity,
  add constraint alert_activity check (activity ~ '^(A[0-9]{3}|[a-z]+(-[a-z]+)+)$');
alter table visit drop constraint visit_app_codes_check,
  add constraint visit_app_codes check (array_position(app_codes, null) is null
    and array_to_string(app_codes, ' ') ~ '^A[0-9]{3}( A[0-9]{3})*$');
