"""Tests of hypotheses, intervals, ranking and selection, ranges: functions of arrays that know no game."""
