-- The reason of an unsent notification and the note on a report's writing say "error" where they said "fault".
alter table notification no force row level security;
update notification set last_error = 'error' where last_error = 'fault';
alter table notification force row level security;

alter table report no force row level security;
update report set basis = basis - 'modelFault' || jsonb_build_object('modelError', basis -> 'modelFault')
where basis ? 'modelFault';
alter table report force row level security;

alter table report_edit no force row level security;
update report_edit set before_basis = before_basis - 'modelFault' || jsonb_build_object('modelError', before_basis -> 'modelFault')
where before_basis ? 'modelFault';
alter table report_edit force row level security;
