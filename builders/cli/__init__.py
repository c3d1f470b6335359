"""The command line: one file per command, which parses options, calls the package, and prints."""

import os

# numpy reads this when it is first imported. The recognizer multiplies small matrices, for which
# several threads take several times the processor time and little less wall time. --jobs is a
# better way to use more cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
