-- The outbox of e-mail: a message is written in the transaction of what caused it, and a job hands it over.
create table mail_message (
  -- The tenant of the recipient.
  tenant_id   uuid not null references tenant (id),
  id          uuid not null default uuidv7(),
  -- Which text: 'invitation', 'reset-code' …
  template    text not null check (length(template) between 1 and 40),
  locale      text not null check (locale in ('en', 'ja')),
  recipient   text not null check (length(recipient) between 3 and 254),
  subject     text not null check (length(subject) <= 200),
  -- The text and its HTML as JSON, sealed: links and codes in it are secrets. Null: sent, or older than 7 days.
  body        text,
  -- pending: waits until next_at. sending: handed over right now, tried again after next_at. sent. dead: given up.
  -- kept: no server for e-mail was set up, or the tenant is the demo's; the operator reads it in the mailbox.
  state       text not null check (state in ('pending', 'sending', 'sent', 'dead', 'kept')),
  attempts    integer not null default 0 check (attempts >= 0),
  next_at     timestamptz(3),
  -- Codes of the mail server's refusal; never what it said, which may repeat secrets.
  last_error  text check (length(last_error) <= 200),
  created_at  timestamptz(3) not null,
  -- When the state changed last.
  changed_at  timestamptz(3) not null,
  primary key (tenant_id, id),
  check ((next_at is not null) = (state in ('pending', 'sending')))
);
create index mail_message_due on mail_message (next_at) where state in ('pending', 'sending');
create index mail_message_by_time on mail_message (created_at desc, id desc);
create index mail_message_bodies on mail_message (created_at) where body is not null;
select isolate('mail_message');
