-- Browsers and phones that asked for notifications. Requirements AUTH-17, USER-01.
create table push_registration (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  user_id    uuid not null,
  kind       text not null check (kind in ('web', 'mobile')),
  -- What the device calls itself (`imeiNumber` on the wire); a new registration of the same one replaces the old one.
  device     text not null check (length(device) between 1 and 200),
  -- The push service's subscription, JSON text (`fireBaseId` on the wire).
  subscription text not null check (length(subscription) between 1 and 4096),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create unique index push_registration_of_device on push_registration (tenant_id, user_id, kind, device);
select isolate('push_registration');
