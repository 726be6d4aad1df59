-- A personal account whose address or type an administrator changed stays its owner's. Requirements AUTH-15, USER-03.

-- The address of the owner from before that change: codes for a new password go there. Null: to `email`. While it is
-- set on a SHARED user, nobody but the owner sets the password. Cleared when the owner signs in with the new address,
-- or answers the code of an account that became SHARED.
alter table app_user add column owner_email text check (length(owner_email) between 3 and 254);
create index app_user_owner_email on app_user (lower(owner_email)) where owner_email is not null;
