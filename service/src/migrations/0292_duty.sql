-- Subscriber lists that name those on duty, and people who are away until a day. domain.md, "Shifts and duty".
alter table app_user add column away_until date;

update camera set subscribers = subscribers || '{"onDuty": false}' where jsonb_typeof(subscribers) = 'object';
alter table camera alter column subscribers set
  default '{"emails": [], "unitIds": [], "userIds": [], "onDuty": false, "mobileUserIds": [], "desktopUserIds": [], "reminderUserIds": []}';
