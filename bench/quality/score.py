"""Scores pairs of 48 kHz WAV files with ViSQOL in audio mode.

Reads one JSON array [[name, reference, degraded], ...] from stdin, prints one JSON object per line:
{"name": ..., "moslqo": ...}. Needs the PyPI package visqol-python (and numba, for speed).
"""

import json
import sys

from visqol import VisqolApi

api = VisqolApi()
api.create(mode="audio")
for name, reference, degraded in json.load(sys.stdin):
    result = api.measure(reference, degraded)
    print(json.dumps({"name": name, "moslqo": float(result.moslqo)}), flush=True)
