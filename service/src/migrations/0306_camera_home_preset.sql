-- The stored view that a camera which turns returns to; empty: its own home position. Requirement REAL-09.
alter table camera
  add column home_preset text not null default '' check (length(home_preset) <= 80);
