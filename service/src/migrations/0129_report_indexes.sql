-- The General Report is counted from the sums of days since 0127, and no statement asks for these any more: each alert that
-- came, was seen or judged was written to them for nothing. Performance.md P6.
drop index alert_answered;
drop index alert_judged;
