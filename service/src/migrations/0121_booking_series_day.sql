-- A day that a person changed stays so when its series is planned otherwise. LIVE-04.

-- The day of the series that it stands for, wherever it was moved.
alter table booking_occurrence add column series_day date;
update booking_occurrence set series_day = day;
alter table booking_occurrence alter column series_day set not null;
