-- A push message of which no browser says that it arrived is told on the other channel. Requirements ALERT-04, NAV-10;
-- domain.md, Receipts.

-- Until when a browser is to have said that this push message arrived; null: nothing is waited for.
alter table notification add column receipt_due_at timestamptz(3);
create index notification_receipt_due on notification (receipt_due_at) where receipt_due_at is not null;

-- By the same trigger as what was given up: it keeps the wishes of the person, and tells nobody twice on one channel.
drop trigger notification_given_up on notification;
create trigger notification_given_up after update of state, last_error on notification
  for each row when (
    new.user_id is not null
    and ((new.state = 'failed' and old.state <> 'failed' and new.last_error is distinct from 'recipient-gone')
      or (new.last_error = 'no-receipt' and old.last_error is distinct from 'no-receipt')))
  execute function notification_given_up();
