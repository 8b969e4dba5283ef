"""Tests of hypotheses, intervals, ranking and selection, ranges: functions of arrays, independent of games."""
