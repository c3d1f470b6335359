"""The command line: one thin file per verb, which parses, calls and prints."""

import os

# Read by numpy when it is first imported. The bundled recognizer's products of matrices are small:
# threads that share them spend several times the processor time, most of it waiting. --jobs spreads
# the work better.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
