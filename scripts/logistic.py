"""Logistic regression with a quadratic penalty, over features that an item has or has not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from scipy.optimize import minimize


def matrix(items: Sequence[Collection[str]], at: Mapping[str, int]) -> np.ndarray:
    """Return a row of zeros and ones per item; the last column is one, for the bias.

    `items` are the features of each item, and `at` maps each feature that counts to its column.
    """
    found = np.zeros((len(items), len(at) + 1))
    found[:, -1] = 1.0
    for row, features in enumerate(items):
        found[row, [at[feature] for feature in features if feature in at]] = 1.0
    return found


def fitted(values: np.ndarray, right: np.ndarray, penalty: float | np.ndarray) -> np.ndarray:
    """Return the weights of a logistic regression; the last, the bias, has no penalty.

    `values` has a row per item, and `right` tells of each item whether it is positive. `penalty` is
    the same for all other weights, or has one for each.
    """

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = values @ weights
        value = np.logaddexp(0.0, scores).sum() - scores[right].sum()
        slope = values.T @ (1.0 / (1.0 + np.exp(-scores)) - right)
        slope[:-1] += 2 * penalty * weights[:-1]
        return float(value + (penalty * weights[:-1] ** 2).sum()), slope

    start = np.zeros(values.shape[1])
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B").x)
