-- A night without sleep had 100 for tranquility and for rising: its values are worked out anew by the job.

update sleep_night set is_valued = false where sleep_minutes = 0;
