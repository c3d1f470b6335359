from typing import Final

from builders.api import apply as apply
from builders.api import audit_check as audit_check
from builders.api import audit_keep as audit_keep
from builders.api import audit_sample as audit_sample
from builders.api import audit_score as audit_score
from builders.api import build as build
from builders.api import diff as diff
from builders.api import export as export
from builders.api import finish as finish
from builders.api import plan as plan
from builders.api import predict as predict
from builders.api import probe as probe
from builders.api import probe_model as probe_model
from builders.api import pull as pull
from builders.api import push as push
from builders.api import recognize as recognize
from builders.api import rename_labelled as rename_labelled
from builders.api import reproduce as reproduce
from builders.api import score as score
from builders.api import score_labelled as score_labelled
from builders.api import swap_rows as swap_rows
from builders.api import verify as verify
from builders.api import work as work
from builders.errors import RenamerError as RenamerError
from builders.experiments.probe import Probe as Probe
from builders.pipeline import Options as Options
from builders.releases.diff import ReleaseDiff as ReleaseDiff
from builders.releases.recipe import Recipe as Recipe
from builders.scoring.predictions import Prediction as Prediction
from builders.scoring.scorecard import Scorecard as Scorecard
from builders.types import Recognizer as Recognizer
from builders.types import TypedSpan as TypedSpan
from builders.verification.findings import Report as Report

__version__: Final = "0.1.0"
