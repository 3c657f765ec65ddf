"""Types of NumPy arrays by element and number of dimensions: for annotations only."""

from typing import TypeAlias

import numpy as np

IntVector: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
IntMatrix: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]
IntCube: TypeAlias = np.ndarray[tuple[int, int, int], np.dtype[np.int64]]
Int8Vector: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int8]]
Int8Matrix: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int8]]
Int16Matrix: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int16]]
Int32Vector: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int32]]
Int32Matrix: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int32]]
RealVector: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float64]]
RealMatrix: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float64]]
RealCube: TypeAlias = np.ndarray[tuple[int, int, int], np.dtype[np.float64]]
BoolVector: TypeAlias = np.ndarray[tuple[int], np.dtype[np.bool_]]
Tensor: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float32]]
