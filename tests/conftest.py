"""Puts this folder on the path: what several rooms' tests share lies beside this file."""
